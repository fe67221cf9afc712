import type { PlainUser } from '@authz-playground/engine'
import { missingGroups, NODE_NAME_KEY, nodeOf, serviceAccountOf } from '@authz-playground/engine/internal/kube'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { usePlayground } from '../../session/index.ts'
import fields from '../../ui/fields.module.css'
import { Icon, LinkButton, Term } from '../../ui/index.ts'
import { ComboRow } from './ComboRow.tsx'
import { type ExtraRow, extraOfRows, rowsToShow } from './extra-rows.ts'
import { FormRow } from './FormRow.tsx'
import styles from './Requestor.module.css'
import { Rows } from './Rows.tsx'
import {
  accountChoices,
  accountOf,
  firstExtra,
  type KeptRequestors,
  keptWith,
  kindOf,
  namedIn,
  nodeNameOf,
  POD_NAME_KEY,
  REQUESTOR_KINDS,
  type RequestorKind,
  requestorChoices,
  switched,
  withAccount,
  withExtra,
  withNodeName,
} from './requestor.ts'
import { SelectRow } from './SelectRow.tsx'
import { offeredGroups, type Subjects, useSubjects } from './subjects.ts'
import { TextRow } from './TextRow.tsx'
import { UserNote } from './UserNote.tsx'

type Change = (field: string, requestor: PlainUser) => void

interface PartProps {
  readonly user: PlainUser
  readonly change: Change
}

/** The requestor: the user from authentication, by kind and name, with groups, uid and extras. */
export function Requestor() {
  const user = usePlayground(({ scenario }) => scenario.requestor)
  const edit = usePlayground((playground) => playground.edit)
  /** The kind whose fields are shown. It does not follow the typed name, so that fields do not vanish during typing. */
  const [kind, setKind] = useState<RequestorKind>(() => kindOf(user))
  const [written, setWritten] = useState(user)
  /** What was typed for the other kinds, until somebody else changes the requestor. */
  const [kept, setKept] = useState<KeptRequestors>(new Map())
  if (written !== user) {
    setWritten(user)
    setKind(kindOf(user))
    setKept(new Map())
  }
  const subjects = useSubjects()

  const change: Change = (field, requestor) => {
    setWritten(requestor)
    edit({ subject: `requestor ${field}`, change: { requestor } })
  }

  function choose(chosen: RequestorKind): void {
    setKind(chosen)
    setKept(keptWith(kept, user))
    change(`kind ${chosen}`, switched(chosen, user, kept))
  }

  function become(named: PlainUser): void {
    setKind(kindOf(named))
    change('named', named)
  }

  return (
    <section
      className={styles.requestor}
      data-part="requestor"
      aria-label="Who asks"
      onBlur={() => setKind(kindOf(user))}
    >
      <SelectRow
        name="Who asks"
        label={<Term name="requestor">Who asks</Term>}
        value={kind}
        options={REQUESTOR_KINDS}
        onChange={choose}
      />
      <Name kind={kind} user={user} change={change} subjects={subjects} become={become} />
      <UserNote user={user} become={become} />
      <Rest kind={kind} user={user} change={change} subjects={subjects} />
    </section>
  )
}

interface NameProps extends PartProps {
  readonly kind: RequestorKind
  readonly subjects: Subjects
  /** Makes another user the requestor, whose kind is shown at once. */
  become(user: PlainUser): void
}

/** The fields that name a requestor of a kind. Each understands the whole name of a service account or a node. */
function Name({ kind, user, change, subjects, become }: NameProps) {
  const { username } = user
  const split = (typed: string, field: 'username' | 'service account'): boolean => {
    const named = namedIn(typed, field)
    if (named) become(named)
    return named !== undefined
  }
  switch (kind) {
    case 'anonymous':
      return null
    case 'node':
      return (
        <TextRow
          label="Node"
          value={nodeNameOf(user)}
          onChange={(name) => split(name, 'username') || change('node', withNodeName(user, name))}
          problem={
            nodeOf(username) === undefined
              ? 'No node can be named so: to the API server this is a user like any other.'
              : undefined
          }
        />
      )
    case 'serviceaccount':
    case 'bound-token': {
      const account = accountOf(user) ?? { namespace: '', name: '' }
      return (
        <>
          <TextRow
            label="Namespace"
            value={account.namespace}
            onChange={(namespace) =>
              split(namespace, 'username') || change('namespace', withAccount(user, { ...account, namespace }))
            }
          />
          <ComboRow
            label="Service account"
            value={account.name}
            choices={accountChoices(subjects.all)}
            onWanted={subjects.load}
            onChoose={({ user: chosen }) => become(chosen)}
            onChange={(name) =>
              split(name, 'service account') || change('service account', withAccount(user, { ...account, name }))
            }
            problem={
              serviceAccountOf(username) === undefined
                ? 'No service account can be named so: to the API server this is a user like any other.'
                : undefined
            }
          />
          {kind === 'bound-token' && (
            <>
              <ExtraOf label="Pod" name={POD_NAME_KEY} user={user} change={change} />
              <ExtraOf label="Node" name={NODE_NAME_KEY} user={user} change={change} />
            </>
          )}
        </>
      )
    }
    case 'user':
    case 'masters':
      return <Username user={user} change={change} subjects={subjects} become={become} />
  }
}

function Username({ user, change, subjects, become }: Omit<NameProps, 'kind'>) {
  return (
    <ComboRow
      label="Username"
      value={user.username}
      choices={requestorChoices(subjects.all, user)}
      onWanted={subjects.load}
      onChoose={({ user: chosen }) => become(chosen)}
      onChange={(username) => {
        // Whole names are pasted. What is typed letter by letter stays in the field.
        const named = isPasted(user.username, username) ? namedIn(username, 'username') : undefined
        if (named) become(named)
        else change('username', { ...user, username })
      }}
      problem={
        user.username === ''
          ? 'Every requestor has a name. A client that did not log in is system:anonymous.'
          : undefined
      }
    />
  )
}

/** Whether a field was filled by more than a key press. */
function isPasted(before: string, after: string): boolean {
  return after.length > before.length + 1
}

function ExtraOf({ label, name, user, change }: PartProps & { readonly label: string; readonly name: string }) {
  return (
    <TextRow
      label={label}
      value={firstExtra(user, name)}
      onChange={(value) => change(name, withExtra(user, name, value))}
    />
  )
}

/**
 * Uid, groups, extras, and the username where other fields determine it, in a part that opens. Its closed line
 * summarizes them.
 */
function Rest({
  kind,
  user,
  change,
  subjects,
}: PartProps & { readonly kind: RequestorKind; readonly subjects: Subjects }) {
  const { groups = [], uid = '', extra = {} } = user
  const [typed, setTyped] = useState<readonly ExtraRow[]>([])
  const missing = missingGroups(user)
  return (
    <details className={styles.rest}>
      <summary className={styles.summary}>
        <span>
          Groups, uid, extra
          <span className={styles.inside}>
            : <Inside groups={groups} uid={uid} extras={Object.keys(extra).length} />
          </span>
        </span>
        <Icon name="down" />
      </summary>
      {kind !== 'user' && kind !== 'masters' && (
        <TextRow
          label="Username"
          value={user.username}
          onChange={(username) => change('username', { ...user, username })}
        />
      )}
      <TextRow label="uid" value={uid} onChange={(value) => change('uid', withUid(user, value))} />
      <FormRow label="Groups">
        <Rows
          noun="group"
          cells={['']}
          rows={groups.map((group) => [group])}
          offered={offeredGroups(subjects.all)}
          onWanted={subjects.load}
          onChange={(rows) => change('groups', { ...user, groups: rows.map(([group = '']) => group) })}
        />
        {missing.length > 0 && (
          <p className={fields.note}>
            Authentication adds <code>{missing.map((group) => shortened(group)).join(', ')}</code> to such a user.{' '}
            <LinkButton onClick={() => change('groups', { ...user, groups: [...groups, ...missing] })}>Add</LinkButton>
          </p>
        )}
      </FormRow>
      <FormRow label="Extra">
        <Rows
          noun="extra"
          cells={['key', 'value']}
          rows={rowsToShow(typed, extra)}
          onChange={(rows) => {
            const pairs = rows.map(([key = '', value = '']): ExtraRow => [key, value])
            setTyped(pairs)
            change('extra', { ...user, extra: extraOfRows(pairs) })
          }}
          problemOf={([key]) => (key === '' ? 'It counts once it has a key.' : undefined)}
        />
      </FormRow>
    </details>
  )
}

function withUid({ uid: _, ...user }: PlainUser, uid: string): PlainUser {
  return uid === '' ? user : { ...user, uid }
}

/** So many groups are named in the line; the others are counted. */
const NAMED = 4

function Inside({
  groups,
  uid,
  extras,
}: {
  readonly groups: readonly string[]
  readonly uid: string
  readonly extras: number
}) {
  const more = groups.length - NAMED
  return (
    <>
      {groups.length === 0 ? (
        'no groups'
      ) : (
        <code>
          {groups
            .slice(0, NAMED)
            .map((group) => shortened(group))
            .join(', ')}
        </code>
      )}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}
      {uid !== '' && ', a uid'}
      {extras > 0 && `, ${extras === 1 ? '1 extra' : `${extras.toLocaleString('en')} extras`}`}
    </>
  )
}
