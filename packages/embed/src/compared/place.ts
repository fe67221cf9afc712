import { OWN_INTENT } from '@authz-playground/examples/intents'
import type { ComparedSubject } from '../subject.ts'

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
