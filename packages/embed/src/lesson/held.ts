import { highlightsFor } from '@authz-playground/engine/internal/report'
import { layOutChart, restingAt } from '@authz-playground/pictures'
import type { ElementAnswer } from '../deciding/answer.ts'
import type { View } from '../view/view.ts'

/** A view with an empty chart, in which nothing tells the way of the request. */
export function heldBack(view: View): View {
  const { answer, chart } = blankOf(view.answer)
  const highlights = highlightsFor(undefined, answer)
  return {
    ...view,
    answer,
    chart,
    story: undefined,
    player: restingAt(0),
    pinned: undefined,
    highlights,
    noted: undefined,
  }
}

type Blank = Pick<View, 'answer' | 'chart'>

const blanks = new WeakMap<ElementAnswer, Blank>()

function blankOf(answer: ElementAnswer): Blank {
  const known = blanks.get(answer)
  if (known !== undefined) return known
  const { trace: _, refusal: __, ...rest } = answer
  const blank = { answer: { ...rest, checks: [] }, chart: layOutChart(answer.design.graph, []) }
  blanks.set(answer, blank)
  return blank
}
