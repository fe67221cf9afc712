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

function namesOf({ scripts, src, link }: Given): readonly string[] {
  return [
    ...(src === null ? [] : ['src']),
    ...(link === null ? [] : ['link']),
    ...scripts.map(() => 'a script of type application/yaml'),
  ]
}

/** The hash of a link. The link may be only its hash. */
function hashOf(link: string): string {
  const at = link.indexOf('#')
  return at === -1 ? `#${link}` : link.slice(at)
}

/** Where a course comes from. */
export type CourseSource =
  | { readonly kind: 'inline'; readonly text: string }
  | { readonly kind: 'file'; readonly address: string }
  /** A course that comes with a playground, or a file beside it. */
  | { readonly kind: 'named'; readonly name: string }
  /** The hash of a link that holds the course. */
  | { readonly kind: 'packed'; readonly hash: string }

/** The one source of an element’s course, or a problem. It never chooses among several. */
export function courseSource({
  course,
  scripts,
  src,
  link,
}: Given & { readonly course: string | null }): CourseSource | { readonly problem: string } {
  const given = [...(course === null ? [] : ['course']), ...namesOf({ scripts, src, link })]
  if (given.length > 1) {
    return { problem: `A course comes from one place, and this element names ${given.join(' and ')}. Keep one.` }
  }
  const [text] = scripts
  if (text !== undefined) return { kind: 'inline', text }
  const written = (course ?? src ?? link ?? '').trim()
  const linked = courseOfLink(written)
  if (linked !== undefined) return linked.source
  if (course !== null && NAME.test(written)) return { kind: 'named', name: written }
  if (link === null && written !== '') return { kind: 'file', address: written }
  return {
    problem:
      'There is no course. Name one with course, or put it into a script of type application/yaml inside; lesson says which of its lessons is shown.',
  }
}

/** The name of a course. A name with the ending of a file is an address. */
const NAME = /^(?!.*\.(?:ya?ml|json)$)[A-Za-z0-9][\w.-]{0,99}$/i

/** The course that a link names or holds, and its lesson; undefined for other links. */
export function courseOfLink(
  link: string,
): { readonly source: CourseSource; readonly lesson: string | undefined } | undefined {
  const [hash = ''] = hashOf(link).split('&')
  const [, tag, content = '', lesson] = /^#(course|k1)\/([^/]+)(?:\/([^/]*))?$/.exec(hash) ?? []
  if (tag === undefined) return undefined
  const source: CourseSource =
    tag === 'course' ? { kind: 'named', name: content } : { kind: 'packed', hash: `#${tag}/${content}` }
  return { source, lesson: lesson === '' ? undefined : lesson }
}

/** A key that is equal for equal sources. Two different sources may have the same content. */
export function sourceKey(source: ScenarioSource | CourseSource): string {
  switch (source.kind) {
    case 'inline':
      return `inline ${source.text}`
    case 'file':
      return `file ${source.address}`
    case 'named':
      return `named ${source.name}`
    case 'link':
    case 'packed':
      return `${source.kind} ${source.hash}`
  }
}
