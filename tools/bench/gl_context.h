/* OpenGL ES 3 on Mesa's llvmpipe through EGL, without window or display. */
#ifndef BENCH_GL_CONTEXT_H
#define BENCH_GL_CONTEXT_H

#include <GLES3/gl3.h>

/*
 * Makes a context that draws with `threads` threads, current in the calling thread. It exists until
 * the program ends. Ends the program on failure.
 */
void gl_context_open(unsigned threads);

/* The driver's name and version, for messages. */
const char *gl_context_renderer(void);
const char *gl_context_version(void);

/* Ends the program if OpenGL reports an error; `what` names the operation. */
void gl_check(const char *what);

#endif
