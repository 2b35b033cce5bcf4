/* Shader programs from their texts. */
#ifndef BENCH_GL_PROGRAM_H
#define BENCH_GL_PROGRAM_H

#include <stddef.h>

#include <GLES3/gl3.h>

/* The source of a program: texts of each shader are joined; attribute i gets location i. */
struct gl_program_text {
    const char *vertex;
    const char *fragment[4];
    const char *attributes[8];
};

/* Compiles and links a program. Ends bench when that fails. Unused places of the text are NULL. */
GLuint gl_program_create(const struct gl_program_text *text);

#endif
