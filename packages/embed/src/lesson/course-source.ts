import { type Given, hashOf, namesOf } from '../loading/source.ts'

/** Where a course comes from. */
export type CourseSource =
  | { readonly kind: 'inline'; readonly text: string }
  | { readonly kind: 'file'; readonly address: string }
  /** A course that comes with a playground, or a file beside it. */
  | { readonly kind: 'named'; readonly name: string }
  /** The hash of a link that holds the course. */
  | { readonly kind: 'packed'; readonly hash: string }

/** A course, and the lesson that its link names. */
export interface NamedCourse {
  readonly source: CourseSource
  readonly lesson?: string
}

/** The one source of an element’s course and the lesson that a link names with it; or a problem. It never chooses among several. */
export function courseSource({ course, scripts, src, link }: Given): NamedCourse | { readonly problem: string } {
  const given = [...(course === null ? [] : ['course']), ...namesOf({ scripts, src, link })]
  if (given.length > 1) {
    return { problem: `A course comes from one place, and this element names ${given.join(' and ')}. Keep one.` }
  }
  const [text] = scripts
  if (text !== undefined) return { source: { kind: 'inline', text } }
  const written = (course ?? src ?? link ?? '').trim()
  const linked = courseOfLink(written)
  if (linked !== undefined) return linked
  if (course !== null && NAME.test(written)) return { source: { kind: 'named', name: written } }
  if (link === null && written !== '') return { source: { kind: 'file', address: written } }
  return {
    problem: 'There is no course. Name one with course, or put it into a script of type application/yaml inside.',
  }
}

/** The name of a course. A name with the ending of a file is an address. */
const NAME = /^(?!.*\.(?:ya?ml|json)$)[A-Za-z0-9][\w.-]{0,99}$/i

/** The course that a link names or holds; undefined for other links. */
function courseOfLink(link: string): NamedCourse | undefined {
  const [hash = ''] = hashOf(link).split('&')
  const [, tag, content = '', lesson] = /^#(course|k1)\/([^/]+)(?:\/([^/]*))?$/.exec(hash) ?? []
  if (tag === undefined) return undefined
  const source: CourseSource =
    tag === 'course' ? { kind: 'named', name: content } : { kind: 'packed', hash: `#${tag}/${content}` }
  return { source, ...(lesson !== undefined && lesson !== '' && { lesson }) }
}
