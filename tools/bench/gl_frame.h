/* The picture that OpenGL draws into: with depth and four samples a pixel, or plain. */
#ifndef BENCH_GL_FRAME_H
#define BENCH_GL_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>

struct gl_frame {
    GLsizei size_px;
    GLuint color, depth;
    GLuint drawn;    /* framebuffer with these */
    GLuint average;  /* the same as `drawn` unless it has several samples */
    GLuint averaged; /* its colour */
};

/* Makes a picture of the current OpenGL context and draws into it from now on. */
struct gl_frame gl_frame_create(uint32_t size_px, bool has_objects);
void gl_frame_free(struct gl_frame *frame);

/* Averages the samples and waits until OpenGL has finished. */
void gl_frame_finish(const struct gl_frame *frame);

/* Reads the finished picture: size_px squared RGBA, rows from the north. */
void gl_frame_read(const struct gl_frame *frame, uint8_t *rgba);

#endif
