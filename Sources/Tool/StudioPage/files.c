// `#embed` costs nothing to compile. As literals of Swift, which `.embedInCode` writes, these files
// took the compiler 14 s of processor time without optimization.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include <StudioPage.h>
#include <string.h>

static const unsigned char app_js[] = {
#embed "Page/app.js"
};
static const unsigned char bar_js[] = {
#embed "Page/bar.js"
};
static const unsigned char book_js[] = {
#embed "Page/book.js"
};
static const unsigned char parts_js[] = {
#embed "Page/parts.js"
};
static const unsigned char diagram_js[] = {
#embed "Page/diagram.js"
};
static const unsigned char diff_css[] = {
#embed "Page/diff.css"
};
static const unsigned char diff_js[] = {
#embed "Page/diff.js"
};
static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};
static const unsigned char edit_js[] = {
#embed "Page/edit.js"
};
static const unsigned char fields_js[] = {
#embed "Page/fields.js"
};
static const unsigned char flow_js[] = {
#embed "Page/flow.js"
};
static const unsigned char frame_js[] = {
#embed "Page/frame.js"
};
static const unsigned char keep_js[] = {
#embed "Page/keep.js"
};
static const unsigned char live_js[] = {
#embed "Page/live.js"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char newlines_js[] = {
#embed "Page/newlines.js"
};
static const unsigned char page_html[] = {
#embed "Page/page.html"
};
static const unsigned char panel_js[] = {
#embed "Page/panel.js"
};
static const unsigned char phone_js[] = {
#embed "Page/phone.js"
};
static const unsigned char picker_js[] = {
#embed "Page/picker.js"
};
static const unsigned char remarks_js[] = {
#embed "Page/remarks.js"
};
static const unsigned char run_css[] = {
#embed "Page/run.css"
};
static const unsigned char screens_js[] = {
#embed "Page/screens.js"
};
static const unsigned char studio_css[] = {
#embed "Page/studio.css"
};
static const unsigned char table_js[] = {
#embed "Page/table.js"
};
static const unsigned char verdicts_js[] = {
#embed "Page/verdicts.js"
};
static const unsigned char versions_js[] = {
#embed "Page/versions.js"
};
static const unsigned char views_js[] = {
#embed "Page/views.js"
};
static const unsigned char walk_js[] = {
#embed "Page/walk.js"
};
static const unsigned char walking_js[] = {
#embed "Page/walking.js"
};

#define NAMED(name, bytes) {name, {bytes, sizeof bytes}}

static const struct {
  const char *name;
  StudioPageFile file;
} files[] = {
    NAMED("app.js", app_js),
    NAMED("bar.js", bar_js),
    NAMED("book.js", book_js),
    NAMED("parts.js", parts_js),
    NAMED("diagram.js", diagram_js),
    NAMED("diff.css", diff_css),
    NAMED("diff.js", diff_js),
    NAMED("dom.js", dom_js),
    NAMED("edit.js", edit_js),
    NAMED("fields.js", fields_js),
    NAMED("flow.js", flow_js),
    NAMED("frame.js", frame_js),
    NAMED("keep.js", keep_js),
    NAMED("live.js", live_js),
    NAMED("main.js", main_js),
    NAMED("newlines.js", newlines_js),
    NAMED("page.html", page_html),
    NAMED("panel.js", panel_js),
    NAMED("phone.js", phone_js),
    NAMED("picker.js", picker_js),
    NAMED("remarks.js", remarks_js),
    NAMED("run.css", run_css),
    NAMED("screens.js", screens_js),
    NAMED("studio.css", studio_css),
    NAMED("table.js", table_js),
    NAMED("verdicts.js", verdicts_js),
    NAMED("versions.js", versions_js),
    NAMED("views.js", views_js),
    NAMED("walk.js", walk_js),
    NAMED("walking.js", walking_js),
};

StudioPageFile studio_page_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    if (strcmp(files[i].name, name) == 0) return files[i].file;
  return (StudioPageFile){NULL, 0};
}
