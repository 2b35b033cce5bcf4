#include "gl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

void gl_context_open(unsigned threads)
{
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    char number[16];
    EGLConfig config;
    EGLint count = 0;
    snprintf(number, sizeof number, "%u", threads);
    setenv("LP_NUM_THREADS", number, 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("GALLIUM_DRIVER", "llvmpipe", 1);
    EGLDisplay display =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
        !eglChooseConfig(display, wanted, &config, 1, &count) || count < 1) {
        bench_fail("no OpenGL without a window here (EGL error 0x%x)", (unsigned)eglGetError());
    }
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        bench_fail("no OpenGL ES 3 here (EGL error 0x%x)", (unsigned)eglGetError());
    }
}

const char *gl_context_renderer(void)
{
    return (const char *)glGetString(GL_RENDERER);
}

const char *gl_context_version(void)
{
    return (const char *)glGetString(GL_VERSION);
}

void gl_check(const char *what)
{
    GLenum error = glGetError();
    if (error != GL_NO_ERROR) {
        bench_fail("OpenGL error 0x%x %s", error, what);
    }
}
