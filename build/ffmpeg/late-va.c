/*
 * The functions of libva that FFmpeg calls, as jumps through a table that vaGetDisplayDRM fills from the system's
 * libraries. FFmpeg links this file in place of libva, so that it starts without libva and without its cost. A caller
 * needs a display for every other function, so vaGetDisplayDRM comes first. It returns NULL if the libraries are missing
 * or too old, which FFmpeg reports as a display that cannot be opened.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define FUNCTIONS(each)                                                                                               \
  each(vaAcquireBufferHandle) each(vaBeginPicture) each(vaCreateBuffer) each(vaCreateConfig) each(vaCreateContext)    \
  each(vaCreateImage) each(vaCreateSurfaces) each(vaDeriveImage) each(vaDestroyBuffer) each(vaDestroyConfig)          \
  each(vaDestroyContext) each(vaDestroyImage) each(vaDestroySurfaces) each(vaDisplayIsValid) each(vaEndPicture)       \
  each(vaEntrypointStr) each(vaErrorStr) each(vaExportSurfaceHandle) each(vaGetConfigAttributes)                      \
  each(vaGetDisplayAttributes) each(vaGetImage) each(vaInitialize) each(vaMapBuffer) each(vaMaxNumEntrypoints)        \
  each(vaMaxNumImageFormats) each(vaMaxNumProfiles) each(vaProfileStr) each(vaPutImage)                               \
  each(vaQueryConfigEntrypoints) each(vaQueryConfigProfiles) each(vaQueryImageFormats) each(vaQuerySurfaceAttributes) \
  each(vaQueryVendorString) each(vaQueryVideoProcFilterCaps) each(vaQueryVideoProcPipelineCaps)                       \
  each(vaReleaseBufferHandle) each(vaRenderPicture) each(vaSetDriverName) each(vaSetErrorCallback)                    \
  each(vaSetInfoCallback) each(vaSyncBuffer) each(vaSyncSurface) each(vaTerminate) each(vaUnmapBuffer)

#if defined(__x86_64__)
#define JUMP(name) "endbr64\n\tjmp *late_" #name "(%rip)\n"
#elif defined(__aarch64__)
/* x16 is the register for such jumps (AAPCS64, 6.1.1). `hint #34` is BTI c. */
#define JUMP(name)                                                                                                    \
  "hint #34\n\tadrp x16, late_" #name "\n\tldr x16, [x16, :lo12:late_" #name "]\n\tbr x16\n"
#else
#error "No jump for this machine"
#endif

#define DEFINE(name)                                                                                                  \
  __attribute__((visibility("hidden"), used)) void *late_##name;                                                      \
  __asm__(".pushsection .text\n\t.globl " #name "\n\t.type " #name ", %function\n" #name ":\n\t" JUMP(name)          \
          "\t.size " #name ", .-" #name "\n\t.popsection\n");
FUNCTIONS(DEFINE)

static void *(*display_of_drm)(int);

static void load(void) {
  void *va = dlopen("libva.so.2", RTLD_NOW | RTLD_LOCAL);
  void *drm = va == NULL ? NULL : dlopen("libva-drm.so.2", RTLD_NOW | RTLD_LOCAL);
  if (drm == NULL) return;
#define RESOLVE(name)                                                                                                 \
  if ((late_##name = dlsym(va, #name)) == NULL) return;
  FUNCTIONS(RESOLVE)
  *(void **)&display_of_drm = dlsym(drm, "vaGetDisplayDRM");
}

void *vaGetDisplayDRM(int fd);

void *vaGetDisplayDRM(int fd) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return display_of_drm == NULL ? NULL : display_of_drm(fd);
}
