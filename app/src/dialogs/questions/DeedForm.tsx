import { type AskedAction, plainText } from '@authz-playground/engine'
import { METHOD_OF_VERB } from '@authz-playground/engine/internal/http'
import { useState } from 'react'
import { usePlayground } from '../../session/index.ts'
import { classes, LinkButton, Select, TextField, Words } from '../../ui/index.ts'
import { reviewedDeed, sameDeed, typedResource } from './deeds.ts'
import { OfferedField } from './Offered.tsx'
import styles from './Questions.module.css'
import { useAskable } from './useAskable.ts'

const VERBS = [...METHOD_OF_VERB.keys(), 'impersonate', 'bind', 'escalate', 'approve', '*']
const PATH_VERBS = ['get', 'head', 'post', 'put', 'patch', 'delete']

interface DeedFormProps {
  readonly deed: AskedAction
  onChange(deed: AskedAction): void
}

/** The fields of a deed, and the checks of the page’s request to choose from. */
export function DeedForm({ deed, onChange }: DeedFormProps) {
  const { resources, namespaces } = useAskable()
  const ofPath = deed.path !== undefined
  // What is typed is read as kubectl reads it, and not as part of a review.
  const typed = (change: Partial<AskedAction>): void => {
    const { group: _, ...rest } = { ...deed, resource: typedResource(deed), ...change }
    onChange(rest)
  }
  return (
    <>
      <Checks deed={deed} onChoose={onChange} />
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
            value={deed.verb}
            offered={ofPath ? PATH_VERBS : VERBS}
            onChange={(verb) => onChange({ ...deed, verb })}
          />
        </div>
        {ofPath ? (
          <TextField label="Path" value={deed.path ?? ''} onChange={(path) => onChange({ verb: deed.verb, path })} />
        ) : (
          <>
            <OfferedField
              label="Resource"
              value={typedResource(deed)}
              offered={resources}
              onChange={(resource) => typed({ resource })}
            />
            <TextField
              label="Subresource"
              value={deed.subresource ?? ''}
              onChange={(subresource) => onChange({ ...deed, subresource })}
            />
            <OfferedField
              label="Namespace"
              value={deed.namespace ?? ''}
              offered={namespaces}
              placeholder="all at once"
              onChange={(namespace) => onChange({ ...deed, namespace })}
            />
            <TextField
              label="Name"
              value={deed.name ?? ''}
              placeholder="any"
              onChange={(name) => onChange({ ...deed, name })}
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
function Checks({ deed, onChoose }: { readonly deed: AskedAction; onChoose(deed: AskedAction): void }) {
  const answer = usePlayground((now) => now.answer)
  const [all, setAll] = useState(false)
  const checks = (answer?.checks ?? []).flatMap(({ step, question }) => {
    const check = answer?.trace?.steps[step]?.check
    return check ? [{ step, question, deed: reviewedDeed(check.attributes) }] : []
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
              aria-pressed={sameDeed(check.deed, deed)}
              aria-label={`Check ${at + 1}: ${plainText(check.question)} Who can?`}
              onClick={() => onChoose(check.deed)}
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
