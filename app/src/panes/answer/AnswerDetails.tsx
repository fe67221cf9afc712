import { isRefused } from '@authz-playground/engine/internal/trace'
import { useAudience, usePlayground } from '../../session/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'
import { Drawer } from './Drawer.tsx'
import { EffectDrawers } from './EffectDrawers.tsx'
import { Because } from './InWords.tsx'
import { OnCluster } from './OnCluster.tsx'

// Each is loaded when its drawer is opened.
const designPart = lazyPart('Design', () => import('./DesignPart.tsx').then(({ DesignPart }) => DesignPart))
const nearRules = lazyPart('What comes close', () => import('./Nearly.tsx').then(({ NearRules }) => NearRules))
const cost = lazyPart('Cost', () => import('./Cost.tsx').then(({ Cost }) => Cost))
const asMermaid = lazyPart('As mermaid', () => import('../../chart/index.ts').then(({ MermaidView }) => MermaidView))

/** What client, audit log and metrics get, and what can be taken elsewhere, each in a drawer. */
export function AnswerDetails({ title }: { readonly title: string }) {
  const answer = usePlayground((now) => now.answer)
  if (answer?.trace === undefined) return <p>Nothing was decided, so nobody gets anything.</p>
  return <Drawers answer={answer} title={title} />
}

function Drawers({ answer, title }: { readonly answer: AnswerView; readonly title: string }) {
  const audience = useAudience()
  const { state, effects, trace, design } = answer
  return (
    <div>
      {isRefused(trace) && (
        <Drawer title="What comes close" glance="rules, and what they lack">
          <Because answer={answer} />
          <nearRules.Shown />
        </Drawer>
      )}
      {effects && <EffectDrawers effects={effects} trace={trace} caveat={caveatOf(answer)} />}
      {state === 'decided' && (
        <Drawer title="On your cluster" glance="a script asks the same">
          <OnCluster answer={answer} title={title} />
        </Drawer>
      )}
      <Drawer title="As mermaid" glance="the chart as text">
        <asMermaid.Shown answer={answer} />
      </Drawer>
      {audience !== 'learn' && state === 'decided' && (
        <Drawer title="Cost" glance="reviews at most, with caches cold and warm">
          <cost.Shown answer={answer} />
        </Drawer>
      )}
      {audience !== 'learn' && (
        <Drawer title="Design" glance={design.title}>
          <designPart.Shown design={design} />
        </Drawer>
      )}
    </div>
  )
}
