// What the engine calls outside. Emscripten links it into the JavaScript it writes for threads; without, it only learns
// from here that the name is not a mistake.
mergeInto(LibraryManager.library, {
  ordo_report: function (json, size) {
    Module['onReport'](json, size);
  },
});
