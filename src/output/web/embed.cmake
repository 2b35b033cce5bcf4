# Makes a C file that holds the files of web pages: cmake -D OUT=FILE.c -D STYLE=FILE.css -P embed.cmake -- FILE...
# STYLE becomes part of pages, as {{style}}.
set(files)
math(EXPR last "${CMAKE_ARGC} - 1")
set(is_file FALSE)
foreach(i RANGE ${last})
  if(is_file)
    list(APPEND files ${CMAKE_ARGV${i}})
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(is_file TRUE)
  endif()
endforeach()

file(READ ${STYLE} style)
string(STRIP "${style}" style)
set(arrays)
set(table)
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  string(MAKE_C_IDENTIFIER ${name} identifier)
  if(name MATCHES "\\.html$")
    file(READ ${file} text)
    string(REPLACE "{{style}}" "${style}" text "${text}")
    string(HEX "${text}" bytes)
  else()
    file(READ ${file} bytes HEX)
  endif()
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const uint8_t ${identifier}[] = {\n${bytes}};\n\n")
  string(APPEND table "    {\"${name}\", ${identifier}, sizeof ${identifier}},\n")
endforeach()
file(WRITE ${OUT} "#include \"output/web/web_asset.h\"

${arrays}const struct web_asset web_assets[] = {
${table}    {0},
};
")
