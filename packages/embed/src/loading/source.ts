/** Where a scenario comes from. */
export type ScenarioSource =
  | { readonly kind: 'inline'; readonly text: string }
  | { readonly kind: 'file'; readonly address: string }
  | { readonly kind: 'link'; readonly hash: string }

/** The sources that an element names. */
export interface Given {
  /** Texts of the scripts of type `application/yaml` inside. */
  readonly scripts: readonly string[]
  readonly src: string | null
  readonly link: string | null
}

/** The one source of an element’s scenario, or a problem. It never chooses among several. */
export function scenarioSource({ scripts, src, link }: Given): ScenarioSource | { readonly problem: string } {
  const given = [
    ...(src === null ? [] : ['src']),
    ...(link === null ? [] : ['link']),
    ...scripts.map(() => 'a script of type application/yaml'),
  ]
  if (given.length > 1) {
    return { problem: `A scenario comes from one place, and this element names ${given.join(' and ')}. Keep one.` }
  }
  const [text] = scripts
  if (text !== undefined) return { kind: 'inline', text }
  if (src !== null) return { kind: 'file', address: src.trim() }
  if (link !== null) return { kind: 'link', hash: hashOf(link.trim()) }
  return {
    problem:
      'There is no scenario. Put one into a script of type application/yaml inside, or name it with src or link.',
  }
}

/** The hash of a link. The link may be only its hash. */
function hashOf(link: string): string {
  const at = link.indexOf('#')
  return at === -1 ? `#${link}` : link.slice(at)
}

/** Whether two sources are equal. Two different sources may have the same scenario. */
export function sameSource(a: ScenarioSource, b: ScenarioSource): boolean {
  switch (a.kind) {
    case 'inline':
      return b.kind === 'inline' && a.text === b.text
    case 'file':
      return b.kind === 'file' && a.address === b.address
    case 'link':
      return b.kind === 'link' && a.hash === b.hash
  }
}
