import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { linkParts } from '@authz-playground/engine/internal/scenario-file'
import { OWN_INTENT } from '@authz-playground/examples/intents'
import type { OutcomeDetail } from '../events.ts'
import type { Where } from '../loading/fetch.ts'
import { load } from '../loading/load.ts'
import { type Given, hashOfScenario, scenarioSource } from '../loading/source.ts'
import type { Problems, RunHost, Shown } from '../run.ts'
import type { ComparedSubject } from '../subject.ts'
import { type Compared, comparedSheet, type Surroundings } from './comparison.ts'

/**
 * Something of the page’s comparison; or its problems. The code of each kind is loaded for it. Undefined where it is aborted, or it
 * rejects.
 */
export async function openComparison(
  subject: ComparedSubject,
  given: Given,
  where: Where,
  host: RunHost,
): Promise<Shown | Problems | undefined> {
  const source = needsScenario(subject) ? scenarioSource(given) : undefined
  if (source && 'problem' in source) return { problems: [source.problem] }
  const loaded = source && (await load(source, where, given.designSrc))
  if (loaded && 'problems' in loaded) return loaded
  const document = loaded?.document
  let sentence = ''
  const compared = await showCompared(subject, {
    document,
    home: where.home,
    permalink: () => addressOf(subject, document, source && hashOfScenario(source, given), where.home),
    signal: where.signal,
    decided: (said) => {
      sentence = said
    },
  })
  if (compared === undefined || 'problems' in compared) return compared
  compared.update(host.settings())
  return {
    ...compared,
    sheet: comparedSheet(),
    mounted: () => host.emit('authz-outcome', { state: 'decided', sentence } satisfies OutcomeDetail),
    end: () => undefined,
  }
}

/** The address of a comparison in the playground. `link`: the hash of the link that its scenario came from. */
async function addressOf(
  subject: ComparedSubject,
  document: ScenarioDocument | undefined,
  link: string | undefined,
  home: string | undefined,
): Promise<string | undefined> {
  if (home === undefined) return undefined
  const place = placeOf(subject)
  if (document === undefined) return `${home}#${place}`
  const named = link === undefined ? undefined : `#${linkParts(link).scenario}`
  const hash = named ?? (await import('../loading/link-write.ts')).linkHash({ document })
  return `${home}${hash}&${place}`
}

/** Shows a view of the comparison. Each kind is a chunk of its own. */
async function showCompared(subject: ComparedSubject, surroundings: Surroundings): Promise<Compared | undefined> {
  switch (subject.kind) {
    case 'designs':
      return (await import('./designs.ts')).comparedDesigns(subject, surroundings)
    case 'intent':
      return (await import('./intent.ts')).comparedIntent(subject, surroundings)
    case 'argument':
      return (await import('./argument.ts')).comparedArgument(subject, surroundings)
  }
}

/** Whether a comparison is about a scenario, so that the element must name one. */
export function needsScenario(subject: ComparedSubject): boolean {
  return subject.kind === 'designs' || (subject.kind === 'intent' && subject.intent === OWN_INTENT)
}

/** The place of a comparison in the hash of a permalink, which opens it in the playground. */
export function placeOf(subject: ComparedSubject): string {
  switch (subject.kind) {
    case 'designs':
      return [
        'compare/side-by-side',
        ...(subject.designs.length === 0 ? [] : [subject.designs.map(encodeURIComponent).join()]),
      ].join('/')
    case 'intent': {
      const { intent, design, whole } = subject
      const choices = [
        ...(design === undefined ? [] : [`design=${encodeURIComponent(design)}`]),
        ...(whole ? ['reading=whole'] : []),
      ]
      return [`compare/intents/${encodeURIComponent(intent)}`, ...choices].join('&')
    }
    case 'argument':
      return `compare/arguments/${encodeURIComponent(subject.argument)}`
  }
}
