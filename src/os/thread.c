#include "os/thread.h"

#include <stdlib.h>

bool queue_init(struct queue *queue, size_t capacity)
{
    *queue = (struct queue){.capacity = capacity};
    queue->items = calloc(capacity, sizeof *queue->items);
    if (!queue->items) {
        return false;
    }
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    return true;
}

void queue_destroy(struct queue *queue)
{
    if (queue->items) {
        pthread_cond_destroy(&queue->changed);
        pthread_mutex_destroy(&queue->lock);
        free(queue->items);
        queue->items = NULL;
    }
}

bool queue_push(struct queue *queue, void *item)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == queue->capacity && !queue->closed) {
        pthread_cond_wait(&queue->changed, &queue->lock);
    }
    bool open = !queue->closed;
    if (open) {
        queue->items[(queue->head + queue->count) % queue->capacity] = item;
        queue->count++;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return open;
}

void *queue_pop(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0 && !queue->closed) {
        pthread_cond_wait(&queue->changed, &queue->lock);
    }
    void *item = NULL;
    if (queue->count > 0) {
        item = queue->items[queue->head];
        queue->head = (queue->head + 1) % queue->capacity;
        queue->count--;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return item;
}

void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}
