#include "gl_program.h"

#include "base/size.h"
#include "bench.h"

static GLuint compile(GLenum kind, GLsizei count, const char *const *texts)
{
    char log[1024] = "";
    GLint good = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        bench_fail("a shader does not compile: %s", log);
    }
    return shader;
}

static GLsizei count_texts(const char *const *texts, GLsizei most)
{
    GLsizei count = 0;
    while (count < most && texts[count]) {
        count++;
    }
    return count;
}

GLuint gl_program_create(const struct gl_program_text *text)
{
    GLint good = 0;
    GLuint program = glCreateProgram();
    GLuint vertex = compile(GL_VERTEX_SHADER, 1, &text->vertex);
    GLuint fragment = compile(
        GL_FRAGMENT_SHADER, count_texts(text->fragment, COUNT_OF(text->fragment)), text->fragment);
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    for (GLuint i = 0; i < COUNT_OF(text->attributes) && text->attributes[i]; i++) {
        glBindAttribLocation(program, i, text->attributes[i]);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        bench_fail("a shader program does not link");
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}
