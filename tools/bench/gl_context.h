/* OpenGL ES 3 on Mesa's llvmpipe, by EGL, without any window or display. */
#ifndef BENCH_GL_CONTEXT_H
#define BENCH_GL_CONTEXT_H

#include <GLES3/gl3.h>

/*
 * Makes a context that draws with `threads` threads the calling thread's; ends the program where
 * there is none. It lives until the program ends.
 */
void gl_context_open(unsigned threads);

/* The driver's name with its version, for people. */
const char *gl_context_renderer(void);
const char *gl_context_version(void);

/* Ends the program if OpenGL has met an error; `what` says in doing what. */
void gl_check(const char *what);

#endif
