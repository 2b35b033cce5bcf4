# Writes the commit of the tree SOURCE to OUT, for `adtmap --version`: the one that `git archive` has left in
# tools/packaging/commit, or that of git, with "-changed" if files of the tree are.
cmake_policy(VERSION 3.25)
file(READ ${SOURCE}/tools/packaging/commit commit)
string(STRIP "${commit}" commit)
if(commit MATCHES "^[0-9a-f]+$")
  string(SUBSTRING ${commit} 0 12 commit)
else()
  set(commit unknown)
  find_program(GIT git)
  if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${GIT} describe --always --abbrev=12 --exclude=* --dirty=-changed
                    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE described RESULT_VARIABLE result
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(result EQUAL 0)
      set(commit ${described})
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#include \"cli/version.h\"\n\nconst char version_commit[] = \"${commit}\";\n" @ONLY)
