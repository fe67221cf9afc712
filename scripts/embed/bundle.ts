/** What every build of the element needs, be it for the site or for the package. */
export const ELEMENT_BUILD = {
  target: 'es2022',
  // `light-dark()` must stay: what it would be turned into does not follow the `color-scheme` of the page around.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  reportCompressedSize: false,
}

/** What designs have in common, as one chunk: two dozen small ones compress badly. */
export const DESIGNS_CHUNK = {
  name: 'designs',
  test: (id: string) =>
    /\/engine\/src\/designs\/(?:flowchart|shared-nodes|request-chain|identity|forbidden|design|released-.*)\.ts$/.test(
      id,
    ),
}

/** All that every scenario needs, as one chunk. The helper for frames stands alone, and so does the page in a frame. */
export const ELEMENT_CHUNK = {
  name: 'element',
  test: (id: string) => !id.includes('/embed/src/frame/'),
  tags: ['$initial' as const],
}
