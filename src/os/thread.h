/*
 * A bounded queue that hands items from one set of threads to another; the faster side waits.
 */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Cores this process may use, at least 1. */
unsigned thread_core_count(void);

/* Bounded first-in first-out queue of pointers, safe for any number of threads. */
struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void **items;
    size_t capacity;
    size_t head;
    size_t count;
    bool closed;
};

/* False when out of memory. `capacity` must be at least 1. */
bool queue_init(struct queue *queue, size_t capacity);

/* No thread may be waiting; items still in the queue are not freed. */
void queue_destroy(struct queue *queue);

/* Waits for room. False when the queue is closed: the item stays the caller's. */
bool queue_push(struct queue *queue, void *item);

/* Waits for an item; NULL when the queue is closed and empty. */
void *queue_pop(struct queue *queue);

/* From now on pushes fail, and pops fail once the queue is empty. */
void queue_close(struct queue *queue);

#endif
