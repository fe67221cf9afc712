import { type AskedAction, plainText } from '@authz-playground/engine'
import { METHOD_OF_VERB } from '@authz-playground/engine/internal/http'
import { useState } from 'react'
import { usePlayground } from '../../session/index.ts'
import { classes, LinkButton, Select, TextField, Words } from '../../ui/index.ts'
import { reviewedAction, sameAction, typedResource } from './asked-action.ts'
import { OfferedField } from './Offered.tsx'
import styles from './Questions.module.css'
import { useAskable } from './usePolicyQuestion.ts'

const VERBS = [...METHOD_OF_VERB.keys(), 'impersonate', 'bind', 'escalate', 'approve', '*']
const PATH_VERBS = ['get', 'head', 'post', 'put', 'patch', 'delete']

interface ActionFormProps {
  readonly action: AskedAction
  onChange(action: AskedAction): void
}

/** The fields of an action, and the checks of the page’s request to choose from. */
export function ActionForm({ action, onChange }: ActionFormProps) {
  const { resources, namespaces } = useAskable()
  const ofPath = action.path !== undefined
  // What is typed is read as kubectl reads it, and not as part of a review.
  const typed = (change: Partial<AskedAction>): void => {
    const { group: _, ...rest } = { ...action, resource: typedResource(action), ...change }
    onChange(rest)
  }
  return (
    <>
      <Checks action={action} onChoose={onChange} />
      <div className={styles.fields}>
        <Select
          label="What"
          value={ofPath ? 'path' : 'resource'}
          options={[
            { value: 'resource', title: 'a resource' },
            { value: 'path', title: 'a path' },
          ]}
          onChange={(what) =>
            onChange(
              what === 'path'
                ? { verb: 'get', path: '/version' }
                : { verb: 'get', resource: 'pods', namespace: 'default' },
            )
          }
        />
        <div className={styles.wide}>
          <OfferedField
            label="Verb"
            value={action.verb}
            offered={ofPath ? PATH_VERBS : VERBS}
            onChange={(verb) => onChange({ ...action, verb })}
          />
        </div>
        {ofPath ? (
          <TextField
            label="Path"
            value={action.path ?? ''}
            onChange={(path) => onChange({ verb: action.verb, path })}
          />
        ) : (
          <>
            <OfferedField
              label="Resource"
              value={typedResource(action)}
              offered={resources}
              onChange={(resource) => typed({ resource })}
            />
            <TextField
              label="Subresource"
              value={action.subresource ?? ''}
              onChange={(subresource) => onChange({ ...action, subresource })}
            />
            <OfferedField
              label="Namespace"
              value={action.namespace ?? ''}
              offered={namespaces}
              placeholder="all at once"
              onChange={(namespace) => onChange({ ...action, namespace })}
            />
            <TextField
              label="Name"
              value={action.name ?? ''}
              placeholder="any"
              onChange={(name) => onChange({ ...action, name })}
            />
          </>
        )}
      </div>
    </>
  )
}

/** So many checks are listed at first. */
const FEW = 6

/** The checks of the page’s request. A click asks about one of them. */
function Checks({ action, onChoose }: { readonly action: AskedAction; onChoose(action: AskedAction): void }) {
  const answer = usePlayground((now) => now.answer)
  const [all, setAll] = useState(false)
  const checks = (answer?.checks ?? []).flatMap(({ step, question }) => {
    const check = answer?.trace?.steps[step]?.check
    return check ? [{ step, question, action: reviewedAction(check.attributes) }] : []
  })
  if (checks.length === 0) return null
  const shown = all ? checks : checks.slice(0, FEW)
  return (
    <section className={styles.checks} aria-labelledby="checks-to-ask">
      <h3 id="checks-to-ask" className={styles.label}>
        Checks of the request on the page
      </h3>
      <ol>
        {shown.map((check, at) => (
          <li key={check.step}>
            <button
              type="button"
              className={classes(styles.check)}
              aria-pressed={sameAction(check.action, action)}
              aria-label={`Check ${at + 1}: ${plainText(check.question)} Who can?`}
              onClick={() => onChoose(check.action)}
            >
              <Words of={check.question} />
            </button>
          </li>
        ))}
      </ol>
      {checks.length > shown.length && (
        <LinkButton onClick={() => setAll(true)}>
          {(checks.length - shown.length).toLocaleString('en')} more checks
        </LinkButton>
      )}
    </section>
  )
}
