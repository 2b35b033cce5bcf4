#include "gl_frame.h"

#include "bench.h"
#include "gl_context.h"

enum { SAMPLES_A_PIXEL = 4 };

static GLuint create_buffer(GLenum format, GLsizei size_px, GLsizei samples)
{
    GLuint buffer;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size_px, size_px);
    return buffer;
}

static GLuint create_framebuffer(GLuint color, GLuint depth)
{
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    if (depth) {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        bench_fail("OpenGL draws no picture of this size");
    }
    return framebuffer;
}

struct gl_frame gl_frame_create(uint32_t size_px, bool has_objects)
{
    struct gl_frame frame = {.size_px = (GLsizei)size_px};
    GLsizei samples = has_objects ? SAMPLES_A_PIXEL : 0;
    frame.color = create_buffer(GL_RGBA8, frame.size_px, samples);
    frame.depth = has_objects ? create_buffer(GL_DEPTH_COMPONENT32F, frame.size_px, samples) : 0;
    frame.drawn = create_framebuffer(frame.color, frame.depth);
    frame.average = frame.drawn;
    if (samples) {
        frame.averaged = create_buffer(GL_RGBA8, frame.size_px, 0);
        frame.average = create_framebuffer(frame.averaged, 0);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, frame.drawn);
    glViewport(0, 0, frame.size_px, frame.size_px);
    return frame;
}

void gl_frame_free(struct gl_frame *frame)
{
    const GLuint framebuffers[] = {frame->drawn, frame->average};
    const GLuint buffers[] = {frame->color, frame->depth, frame->averaged};
    glDeleteFramebuffers(2, framebuffers);
    glDeleteRenderbuffers(3, buffers);
}

void gl_frame_finish(const struct gl_frame *frame)
{
    if (frame->average != frame->drawn) {
        GLsizei edge = frame->size_px;
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame->average);
        glBlitFramebuffer(0, 0, edge, edge, 0, 0, edge, edge, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame->drawn);
    }
    glFinish();
}

void gl_frame_read(const struct gl_frame *frame, uint8_t *rgba)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame->average);
    glReadPixels(0, 0, frame->size_px, frame->size_px, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame->drawn);
    gl_check("while drawing the tile");
}
