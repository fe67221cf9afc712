import type { ScenarioDocument } from '@authz-playground/engine/documents'

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
  /** The address of a design as a text, which decides the scenario. */
  readonly designSrc: string | null
  /** Of an element with a lesson. */
  readonly course: string | null
}

/** The one source of an element’s scenario, or a problem. It never chooses among several. */
export function scenarioSource({
  scripts,
  src,
  link,
}: Pick<Given, 'scripts' | 'src' | 'link'>): ScenarioSource | { readonly problem: string } {
  const given = namesOf({ scripts, src, link })
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

/** A scenario, or the problems in sentences for the author of the page. */
export type Loaded = { readonly document: ScenarioDocument } | { readonly problems: readonly string[] }

/** The hash of the link that a scenario comes from; undefined for any other source, and where `design-src` replaces its design. */
export function hashOfScenario(source: ScenarioSource, { designSrc }: Pick<Given, 'designSrc'>): string | undefined {
  return source.kind === 'link' && designSrc === null ? source.hash : undefined
}

/** The names of the sources that are given. */
export function namesOf({ scripts, src, link }: Pick<Given, 'scripts' | 'src' | 'link'>): readonly string[] {
  return [
    ...(src === null ? [] : ['src']),
    ...(link === null ? [] : ['link']),
    ...scripts.map(() => 'a script of type application/yaml'),
  ]
}

/** Whether a link names or holds a course. */
export function isCourseLink(link: string): boolean {
  return /^#(?:course|k1)\//.test(hashOf(link.trim()))
}

/** The hash of a link. The link may be only its hash. */
export function hashOf(link: string): string {
  const at = link.indexOf('#')
  return at === -1 ? `#${link}` : link.slice(at)
}
