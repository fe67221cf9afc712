import { fieldOf, parsedJSON } from '../text/index.ts'

/**
 * Whether a text looks like a scenario document, not like an object of Kubernetes: it has a version and a request at
 * its top level, and no kind. It may still have errors.
 */
export function looksLikeScenario(text: string): boolean {
  const has = topLevelFields(text)
  return has('version') && (has('request') || has('requests')) && !has('kind')
}

/** Fields of scenario documents, goals and objects that no design has. */
const NOT_OF_DESIGN = ['version', 'request', 'requests', 'requestor', 'policy', 'goals', 'expect', 'kind', 'apiVersion']

/** Whether a text looks like a design as a text: at its top level it has a name, and how it decides. It may still have errors. */
export function looksLikeDesign(text: string): boolean {
  const has = topLevelFields(text)
  return has('design') && ['from', 'steps', 'decide'].some(has) && !NOT_OF_DESIGN.some(has)
}

/** Says whether a text of YAML or JSON has a field at its top level. The text may have errors. */
export function topLevelFields(text: string): (name: string) => boolean {
  if (!/^\s*\{/.test(text)) return (name) => topLevel(name).test(text)
  let parsed: { readonly json?: unknown } | undefined
  return (name) => {
    // Parsing a long text takes long, and most texts nowhere have such a key.
    if (!text.includes(`"${name}"`)) return false
    parsed ??= parsedJSON(text) ?? {}
    return fieldOf(parsed.json, name) !== undefined
  }
}

/** Matches a key at the beginning of a line, where no nested block has one. */
function topLevel(name: string): RegExp {
  return new RegExp(`^(["']?)${name}\\1[ \\t]*:(?=\\s|$)`, 'm')
}
