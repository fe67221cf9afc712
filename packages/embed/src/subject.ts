import { linkParts } from '@authz-playground/engine/internal/scenario-file'
import { isCourseLink } from './loading/source.ts'

/** What an element shows: the run of a scenario, a lesson, or one thing of the page’s comparison. */
export type Subject =
  | { readonly kind: 'run' }
  /** A lesson of a course by its number, from 1, or its id. Without it a link names it, or it is the first. */
  | { readonly kind: 'lesson'; readonly lesson: string | undefined }
  | ComparedSubject

/** One thing of the page’s comparison. */
export type ComparedSubject =
  /** Two designs on one scenario: at most two ids; those that are not named are chosen. */
  | { readonly kind: 'designs'; readonly designs: readonly string[] }
  | {
      readonly kind: 'intent'
      readonly intent: string
      /** The design whose rules are shown. */
      readonly design: string | undefined
      /** Each design is decided with the rules of all of them, instead of only its own. */
      readonly whole: boolean
    }
  | { readonly kind: 'argument'; readonly argument: string }

/** The attributes that name a subject. A link may name one, too. */
export interface NamedSubject {
  readonly compare: string | null
  readonly intent: string | null
  readonly argument: string | null
  readonly course: string | null
  readonly lesson: string | null
  readonly design: string | undefined
  readonly designSrc: string | null
  readonly link: string | null
}

/**
 * The subject that an element names: by an attribute, otherwise by its link. Links come from any source: names are not
 * looked up here, and places of the page that cannot be embedded are ignored.
 */
export function readSubject(named: NamedSubject): Subject | { readonly problem: string } {
  const subject = subjectOf(named)
  if (named.designSrc === null || 'problem' in subject) return subject
  if (subject.kind === 'run' && named.design !== undefined) {
    return { problem: 'One design decides, and this element names design and design-src. Keep one.' }
  }
  if (subject.kind === 'run' || subject.kind === 'designs') return subject
  const shown = subject.kind === 'intent' ? 'an intent' : subject.kind === 'lesson' ? 'a lesson' : 'an argument'
  return { problem: `design-src names the design of a scenario, and this element shows ${shown}. Leave it out.` }
}

function subjectOf(named: NamedSubject): Subject | { readonly problem: string } {
  const { compare, intent, argument, course, lesson, design } = named
  const learnt = course === null ? { lesson } : { course }
  const given = Object.entries({ compare, intent, argument, ...learnt }).flatMap(([name, value]) =>
    value === null ? [] : [name],
  )
  if (given.length > 1) {
    return { problem: `An element shows one thing, and this one names ${given.join(' and ')}. Keep one.` }
  }
  const learns = course !== null || lesson !== null
  if (learns || (given.length === 0 && isCourseLink(named.link ?? ''))) {
    const written = lesson?.trim() ?? ''
    return { kind: 'lesson', lesson: written === '' ? undefined : written }
  }
  const linked = linkedSubject(named.link ?? '', design)
  if (compare !== null) return designsOf(compare)
  if (argument !== null) return { kind: 'argument', argument: argument.trim() }
  if (intent === null) return linked
  const whole = linked.kind === 'intent' && linked.whole
  return { kind: 'intent', intent: intent.trim(), design, whole }
}

function linkedSubject(link: string, design: string | undefined): Subject {
  const at = link.indexOf('#')
  const { places } = linkParts(at === -1 ? link : link.slice(at))
  const choices = new Map(places.map((place) => divided(place, '=')))
  for (const place of places) {
    const [, view, of = ''] = /^compare\/(side-by-side|intents|arguments)(?:\/([^/]*))?$/.exec(place) ?? []
    const name = decoded(of)
    if (view === 'side-by-side') return designsOf(name)
    if (view === 'arguments' && name !== '') return { kind: 'argument', argument: name }
    if (view === 'intents' && name !== '') {
      const unfolded = decoded(choices.get('design') ?? '')
      return {
        kind: 'intent',
        intent: name,
        design: design ?? (unfolded === '' ? undefined : unfolded),
        whole: choices.get('reading') === 'whole',
      }
    }
  }
  return { kind: 'run' }
}

function designsOf(written: string): ComparedSubject {
  return { kind: 'designs', designs: written.split(/[\s,]+/).filter((id) => id !== '') }
}

function divided(text: string, by: string): [string, string] {
  const at = text.indexOf(by)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
