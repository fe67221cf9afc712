/** What every build of the element needs, be it for the site or for the package. */
export const ELEMENT_BUILD = {
  target: 'es2022',
  // `light-dark()` must stay: what it would be turned into does not follow the `color-scheme` of the page around.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  reportCompressedSize: false,
}

/**
 * What designs have in common, and readers of requests: it is loaded with them, and no scenario does without.
 */
const WITH_EVERY_SCENARIO =
  /\/engine\/src\/(?:designs\/(?:flowchart|chain|design|registry|released\/[a-z-]+)|trace\/refusals|kube\/(?:resources|resource-table|extension-resources)|text\/shown-problems)\.ts$/

/** Modules of the engine that come together where a scenario needs one of them. */
function together(name: string, folder: string, modules: string) {
  const test = new RegExp(`/engine/src/${folder}/(?:${modules.replaceAll(' ', '|')})\\.ts$`)
  return { name, test }
}

/** As few chunks as fit what scenarios need, because many small ones compress badly. */
export const SHARED_CHUNKS = [
  together('changes', 'changes', 'body built-in fields json merge-patch problem read-change schema'),
  together('shell', 'shell', 'shell shell-word shell-quoting'),
  together('link', 'scenario-file', 'link link-format link-dictionary inflate base64url platform'),
]

/**
 * All that every scenario needs, as one chunk, because many small ones compress badly: what the element imports (a group
 * has all imports of its modules in it), and what comes with every scenario.
 */
export const ELEMENT_CHUNK = {
  name: 'element',
  test: (id: string) => id.endsWith('/embed/src/element.ts') || WITH_EVERY_SCENARIO.test(id),
}
