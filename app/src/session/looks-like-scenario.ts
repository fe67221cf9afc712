/**
 * Whether a text means to be a scenario document, and no object of Kubernetes: it has a version and a request at its top,
 * and no kind. Whether it is a good one is for its reader to say.
 */
export function looksLikeScenario(text: string): boolean {
  const has = /^\s*\{/.test(text) ? keysOfJSON(text) : (name: string) => topLevel(name).test(text)
  return has('version') && (has('request') || has('requests')) && !has('kind')
}

/** A key at the beginning of a line, which no block inside another one has. */
function topLevel(name: string): RegExp {
  return new RegExp(`^(["']?)${name}\\1[ \\t]*:(?=\\s|$)`, 'm')
}

function keysOfJSON(text: string): (name: string) => boolean {
  try {
    const value: unknown = JSON.parse(text)
    return (name) => typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  } catch {
    return () => false
  }
}
