import { type ReactNode, useMemo, useState } from 'react'
import { Flowchart } from '../chart/index.ts'
import { AnswerPane } from '../panes/answer/index.ts'
import { FoldedParts } from '../panes/folded/index.ts'
import { useAudience, usePlayground, workerApi } from '../session/index.ts'
import { ErrorBoundary, lazyPane, lazyPart, MissingTitle } from '../ui/index.ts'
import type { GoalsRoom, PaneName } from './panes.ts'

// The answer and its chart load first; the editors load right after, into the room that is kept for them.
const policy = lazyPane('Policy', () => import('../panes/policy/index.ts').then(({ PolicyPane }) => PolicyPane))
const request = lazyPane('Request', () => import('../panes/request/index.ts').then(({ RequestPane }) => RequestPane))
const goals = lazyPane('Goals', () => import('../panes/goals/index.ts').then(({ GoalsPane }) => GoalsPane))
const readings = lazyPart('Readings of the text', () =>
  import('../panes/answer/AssumptionChoices.tsx').then(({ AssumptionChoices }) => AssumptionChoices),
)

const markdown = () => workerApi().markdown(location.href)

interface ScenarioPanes {
  readonly panes: Readonly<Record<PaneName, ReactNode>>
  readonly goals: GoalsRoom
}

/** The panes of the scenario on the page. `title`: what the scenario is called, where anybody said it. */
export function useScenarioPanes(title: string, presenting: boolean, firstAnswerShown: boolean): ScenarioPanes {
  const audience = useAudience()
  /** Whether the document of the design leaves a point open. */
  const open = usePlayground(({ answer }) => (answer?.design.assumptions.length ?? 0) > 0)
  /** A lesson shows its goals itself, and readers of the documentation see those that a scenario has. */
  const showsGoals = usePlayground((now) => now.lesson === undefined && (audience !== 'learn' || now.goals.length > 0))
  const hasGoals = usePlayground((now) => now.goals.length > 0)
  /** What the person chose; else the list is shown where there is one. */
  const [unfolds, unfoldGoals] = useState<boolean>()
  const unfolded = unfolds ?? hasGoals
  const panes = useMemo(() => {
    const after = (pane: ReactNode, name: string) => (firstAnswerShown ? pane : <MissingTitle name={name} />)
    return {
      policy: after(<policy.Shown />, 'Policy'),
      goals: showsGoals && after(<goals.Shown unfolded={unfolded} onUnfold={unfoldGoals} />, 'Goals'),
      request: after(<request.Shown />, 'Request'),
      chart: (
        <ErrorBoundary name="Flowchart">
          <Flowchart presenting={presenting}>
            {firstAnswerShown && !presenting && open && audience === 'designs' && <readings.Shown />}
          </Flowchart>
        </ErrorBoundary>
      ),
      answer: (
        <ErrorBoundary name="Answer">
          <AnswerPane markdown={markdown} firstAnswerShown={firstAnswerShown} />
        </ErrorBoundary>
      ),
      folded: (
        <ErrorBoundary name="What is below the chart">
          <FoldedParts title={title} firstAnswerShown={firstAnswerShown} />
        </ErrorBoundary>
      ),
    }
  }, [presenting, firstAnswerShown, title, open, audience, showsGoals, unfolded])
  return { panes, goals: !showsGoals ? 'none' : unfolded ? 'list' : 'title' }
}
