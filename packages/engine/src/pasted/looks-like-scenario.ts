/**
 * Whether a text looks like a scenario document, not like an object of Kubernetes: it has a version and a request at
 * its top level, and no kind. It may still have errors.
 */
export function looksLikeScenario(text: string): boolean {
  const has = /^\s*\{/.test(text) ? keysOfJSON(text) : (name: string) => topLevel(name).test(text)
  return has('version') && (has('request') || has('requests')) && !has('kind')
}

/** Matches a key at the beginning of a line, where no nested block has one. */
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
