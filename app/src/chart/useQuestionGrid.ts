import { type NodeId, plainText, type RichText, type Scenario } from '@authz-playground/engine'
import { lineInWords } from '@authz-playground/engine/internal/words'
import { type GridRun, hasQuestionGrid, linesInWords } from '@authz-playground/pictures'
import { useMemo, useState } from 'react'
import { type Place, placeIn, useAudience, useExplanation, usePlayground } from '../session/index.ts'
import type { AnswerView } from '../worker/index.ts'

/** What the question grid shows, besides the moment of a request. */
export interface GridInView {
  /** Decides the columns. While a text is not understood, that of the last answer; absent before the first. */
  readonly run?: GridRun
  /** The first place that is not understood, with `run` of an older answer. */
  readonly paused?: { readonly words: RichText; readonly place?: Place }
  /** A question about the request is asked first, so that its way is not shown. */
  readonly waits: boolean
  /** The nearest rule of each node whose check was not allowed. */
  readonly nearly: ReadonlyMap<NodeId, RichText>
}

/**
 * The question grid of the answer on the page. Undefined for designs without one, and for reviewers, who see the design’s own
 * chart outside of the present view.
 */
export function useQuestionGrid(answer: AnswerView, presenting: boolean): GridInView | undefined {
  const { id } = answer.design
  const run = answer.gridRun
  const decidedFor = usePlayground((now) => now.answered)
  const last = useLastRun(id, decidedFor, run)
  const unmet = useExplanation()?.unmet
  const waits = usePlayground((now) => now.playback.atStart)
  const forReviewers = useAudience() === 'designs' && !presenting
  const hasGrid = !forReviewers && answer.designs.some((design) => design.id === id && hasQuestionGrid(design))
  return useMemo(() => {
    if (!hasGrid) return undefined
    const nearly = new Map(
      (unmet ?? []).flatMap(({ step, near: [nearest] }): [NodeId, RichText][] => {
        const [node, range] = [answer.trace?.steps[step]?.node, (nearest?.rule ?? nearest?.binding)?.range]
        return node === undefined || range === undefined ? [] : [[node, [`nearly: ${linesInWords(range)}`]]]
      }),
    )
    const shown = run ?? last
    return {
      nearly,
      waits,
      ...(shown && { run: shown }),
      ...(run === undefined && last && { paused: pausedAt(answer) }),
    }
  }, [hasGrid, unmet, answer, run, last, waits])
}

/** The last run of a scenario, also after a change of its policy or of its request, but not of both: that is another scenario. */
function useLastRun(design: string, scenario: Scenario | undefined, run: GridRun | undefined): GridRun | undefined {
  const [last, setLast] = useState<{ design: string; scenario: Scenario; run: GridRun }>()
  if (run !== undefined && scenario !== undefined && (last?.run !== run || last.scenario !== scenario))
    setLast({ design, scenario, run })
  const isOfScenario =
    last?.design === design &&
    (last.scenario.policy === scenario?.policy || last.scenario.request?.text === scenario?.request?.text)
  return isOfScenario ? last.run : undefined
}

/** "Paused at line 33": the first error. */
function pausedAt({
  policyDiagnostics,
  requestDiagnostics,
  objects,
  webhook,
  sentence,
}: AnswerView): NonNullable<GridInView['paused']> {
  const error = [
    ...policyDiagnostics,
    ...requestDiagnostics,
    ...(objects?.diagnostics ?? []),
    ...(webhook?.diagnostics ?? []),
  ].find(({ severity }) => severity === 'error')
  if (error === undefined) return { words: [plainText(sentence)] }
  return { words: [`Paused at ${lineInWords(error.range)}`], place: placeIn(error.range) }
}
