import type { Scenario } from '@authz-playground/engine'
import { differentRequests } from '@authz-playground/engine/internal/constrain'
import { counted } from '@authz-playground/pictures'
import { useState } from 'react'
import { CodeEditor } from '../../editor/index.ts'
import { playground, useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { announce, Button, Code, CopyButton, saveFile } from '../../ui/index.ts'
import type { PlanForm } from '../../worker/index.ts'
import styles from './Constrain.module.css'
import { Switches } from './Switches.tsx'
import { type AskedPlan, known } from './usePlan.ts'

/** Each time a plan is applied is a step of undo of its own. */
let applied = 0

/** The rules of a plan with their switches, what changes in the policy, and everything to take away. */
export function PlanRules({ of }: { readonly of: AskedPlan }) {
  const { asked, plan, current } = of
  const view = usePlayground((now) => now.answer)
  const scenario = usePlayground((now) => now.scenario)
  const [last, setLast] = useState<Scenario>()
  const [problem, setProblem] = useState('')
  const diff = useLastAnswer(
    () => (current ? workerApi().constrainText(asked, 'diff').then(known) : undefined),
    [view, asked, current],
  )
  const textOf = (form: PlanForm) =>
    workerApi()
      .constrainText(asked, form)
      .then(known, () => undefined)

  async function apply(form: 'whole' | 'both'): Promise<void> {
    const before = playground.getState().scenario
    const policy = await textOf(form)
    if (policy === undefined || playground.getState().scenario !== before) return
    applied += 1
    playground.getState().edit({ subject: `constraining ${applied}`, change: { policy } })
    setLast(playground.getState().scenario)
    announce('Applied')
  }

  async function save(): Promise<void> {
    const text = await textOf('scenario')
    setProblem(text === undefined ? 'No request goes over, so there is nothing to expect.' : '')
    if (text !== undefined) saveFile('constrained.yaml', text)
  }

  if (plan === undefined) return <p role="status">The rules are being made …</p>
  const isApplied = last !== undefined && last === scenario
  return (
    <div className={styles.rules} aria-busy={!current}>
      <Switches of={of} />
      <div className={styles.page}>
        <div className={styles.bar}>
          {isApplied ? (
            <>
              <span>The policy is changed.</span>
              <Button
                onClick={() => {
                  playground.getState().undo()
                  announce('Undone')
                }}
              >
                Undo
              </Button>
            </>
          ) : (
            <>
              <Button
                look="primary"
                disabled={!current || plan.added === ''}
                title="The legacy rules stay, so nothing can break"
                onClick={() => void apply('both')}
              >
                Add the rules
              </Button>
              <Button
                disabled={!current || diff === undefined || diff === ''}
                title="The policy with these rules, and without the legacy rights"
                onClick={() => void apply('whole')}
              >
                Replace the legacy rules
              </Button>
            </>
          )}
          <CopyButton label="Markdown for the pull request" shown="Copy as Markdown" text={() => textOf('markdown')} />
          <CopyButton label="policy without the legacy rights" shown="Copy policy" text={() => textOf('whole')} />
          <Button look="quiet" onClick={() => void save()}>
            Save as a scenario
          </Button>
        </div>
        {problem !== '' && <p role="alert">{problem}</p>}
        <AddedRules plan={plan} />
        {diff !== undefined && diff !== '' && <ChangedPolicy plan={plan} diff={diff} />}
      </div>
    </div>
  )
}

type ShownPlan = NonNullable<AskedPlan['plan']>

/** The impersonators that hold a legacy right. */
function withLegacyRights({ impersonators }: ShownPlan) {
  return impersonators.filter(({ rights }) => rights.length > 0)
}

function AddedRules({ plan }: { readonly plan: ShownPlan }) {
  return (
    <section className={styles.section} aria-labelledby="constrain-added">
      <div className={styles.bar}>
        <h3 id="constrain-added">Rules to add</h3>
        {plan.added !== '' && <CopyButton label="rules to add" shown="Copy rules" text={plan.added} />}
      </div>
      {plan.added === '' ? (
        <p className={styles.soft}>
          {withLegacyRights(plan).length === 0
            ? 'No rule grants the legacy verb.'
            : 'No request that was observed needs a new rule.'}
        </p>
      ) : (
        <CodeEditor
          value={plan.added}
          onChange={() => undefined}
          readOnly
          language="yaml"
          label="Rules to add"
          size={{ minLines: 8, maxLines: 28 }}
        />
      )}
    </section>
  )
}

function ChangedPolicy({ plan, diff }: { readonly plan: ShownPlan; readonly diff: string }) {
  const legacy = withLegacyRights(plan).length
  return (
    <section className={styles.section} aria-labelledby="constrain-diff">
      <h3 id="constrain-diff">What changes in the policy</h3>
      <p className={styles.soft}>
        The rules are added, and {counted(legacy, 'impersonator')} {legacy === 1 ? 'loses' : 'lose'} the verb{' '}
        <code>impersonate</code> where the text can be changed.
      </p>
      {plan.breaks > 0 && (
        <p>
          <strong>
            {differentRequests(plan.breaks)} {plan.breaks === 1 ? 'fails' : 'fail'} without it
          </strong>{' '}
          and cannot go over; see Impersonators.
        </p>
      )}
      <Code text={diff} label="diff of the policy" copy />
    </section>
  )
}
