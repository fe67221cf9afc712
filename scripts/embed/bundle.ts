/** What every build of the element needs, be it for the site or for the package. */
export const ELEMENT_BUILD = {
  target: 'es2022',
  // `light-dark()` must stay: its replacement would not follow the `color-scheme` of the host page.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  reportCompressedSize: false,
}

/** What a design needs whichever it is: no scenario does without one. */
const WITH_EVERY_SCENARIO = /\/engine\/src\/designs\/(?:[a-z]+|released\/[a-z-]+)\.ts$/

/**
 * All that every scenario needs, as one chunk, because many small ones compress badly: what the element imports (a group
 * has all imports of its modules in it), and what comes with every scenario. All else is divided by what only some
 * scenarios need (`decide/chunks/` of the engine).
 */
export const ELEMENT_CHUNK = {
  name: 'element',
  test: (id: string) => id.endsWith('/embed/src/element.ts') || WITH_EVERY_SCENARIO.test(id),
}
