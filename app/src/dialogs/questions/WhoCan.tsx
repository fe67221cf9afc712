import type { AskedAction } from '@authz-playground/engine'
import type { WhoCanAnswer } from '@authz-playground/engine/questions'
import { actionChoices, choose, useChoices, usePlayground, workerApi } from '../../session/index.ts'
import { Words } from '../../ui/index.ts'
import { ActionForm } from './ActionForm.tsx'
import { actionOfTrace, chosenAction, isWhole, reviewedAction, sameAction } from './asked-action.ts'
import { PolicyAnswered } from './PolicyAnswered.tsx'
import styles from './Questions.module.css'
import { Remarks } from './Remarks.tsx'
import { SubjectTable } from './SubjectTable.tsx'
import { usePolicyQuestion } from './usePolicyQuestion.ts'

const EMPTY = {
  verb: undefined,
  resource: undefined,
  group: undefined,
  subresource: undefined,
  namespace: undefined,
  name: undefined,
  path: undefined,
}

const PODS: AskedAction = { verb: 'get', resource: 'pods', namespace: 'default' }

/** Who may do something: a check of the page’s request, or any other verb on a resource or a path. */
export function WhoCan() {
  const choices = useChoices('asks/who')
  const trace = usePlayground((now) => now.answer?.trace)
  const action = chosenAction(choices) ?? (trace && actionOfTrace(trace)) ?? PODS
  const whole = isWhole(action)
  const asked = usePolicyQuestion(JSON.stringify(action), async () => (whole ? workerApi().whoCan(action) : undefined))
  return (
    <>
      <ActionForm action={action} onChange={(next) => choose('asks/who', { ...EMPTY, ...actionChoices(next) })} />
      {!whole && <p className={styles.soft}>A verb and a resource are asked about, or a path that begins with “/”.</p>}
      {whole && (
        <PolicyAnswered asked={asked} lead={({ lead }) => <Words of={lead} />}>
          {(view) => (
            <>
              <Remarks of={view.remarks} errors={view.errors} />
              <Subjects view={view} />
            </>
          )}
        </PolicyAnswered>
      )}
    </>
  )
}

function Subjects({ view: { sections, attributes } }: { readonly view: WhoCanAnswer }) {
  const steps = usePlayground((now) => now.answer?.trace?.steps)
  // A check of the page’s request is asked by that request, from another requestor: no other one impersonates as it does.
  const ofImpersonation =
    attributes.verb.startsWith('impersonate') &&
    steps?.some(({ check }) => check && sameAction(reviewedAction(check.attributes), reviewedAction(attributes)))
  return <SubjectTable rows={sections[0].rows} request={ofImpersonation ? {} : undefined} />
}
