import { type HighlightTarget, isClusterText } from '@authz-playground/engine/internal/report'
import { TEXT_SOURCES } from './deciding/answer.ts'

/** The part of the figure that an event target belongs to: a check, a node, an edge’s target, or a place in a text. */
export function pointedIn(target: EventTarget | null): HighlightTarget | undefined {
  const found =
    target instanceof Element
      ? target.closest<HTMLElement | SVGElement>('[data-step], [data-node], [data-to], [data-at]')
      : null
  if (found === null) return undefined
  const { step, node = found.dataset.to, at, source } = found.dataset
  if (step !== undefined) return { kind: 'step', step: Number(step) }
  if (node !== undefined) return { kind: 'node', node }
  const offset = Number(at)
  const text = TEXT_SOURCES.find((one) => one === source)
  if (text === undefined) return undefined
  return isClusterText(text) ? { kind: 'text', source: text, offset } : { kind: 'request', offset }
}

export function samePlace(a: HighlightTarget | undefined, b: HighlightTarget | undefined): boolean {
  return keyOf(a) === keyOf(b)
}

/** Not JSON, because a page may have changed `toJSON` of its arrays and objects. */
function keyOf(place: HighlightTarget | undefined): string {
  switch (place?.kind) {
    case 'step':
      return `step ${place.step}`
    case 'node':
      return `node ${place.node}`
    case 'text':
      return `${place.source} ${place.offset}`
    case 'request':
      return `request ${place.offset}`
    default:
      return ''
  }
}
