import type { PlainUser } from '@authz-playground/engine'
import { missingGroups, NODE_NAME_KEY, nodeOf, serviceAccountOf } from '@authz-playground/engine/names'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { usePlayground } from '../../session/index.ts'
import fields from '../../ui/fields.module.css'
import { Icon, LinkButton, Term } from '../../ui/index.ts'
import { type ExtraRow, extraOfRows, rowsToShow } from './extra-rows.ts'
import { FormRow } from './FormRow.tsx'
import styles from './Requestor.module.css'
import { Rows } from './Rows.tsx'
import {
  accountOf,
  firstExtra,
  kindOf,
  nodeNameOf,
  POD_NAME_KEY,
  preset,
  REQUESTOR_KINDS,
  type RequestorKind,
  withAccount,
  withExtra,
  withNodeName,
} from './requestor.ts'
import { SelectRow } from './SelectRow.tsx'
import { TextRow } from './TextRow.tsx'

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
  if (written !== user) {
    setWritten(user)
    setKind(kindOf(user))
  }

  const change: Change = (field, requestor) => {
    setWritten(requestor)
    edit({ subject: `requestor ${field}`, change: { requestor } })
  }

  function choose(chosen: RequestorKind): void {
    setKind(chosen)
    change(`kind ${chosen}`, preset(chosen, user))
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
      <Name kind={kind} user={user} change={change} />
      <Rest kind={kind} user={user} change={change} />
    </section>
  )
}

/** The fields that name a requestor of a kind. */
function Name({ kind, user, change }: PartProps & { readonly kind: RequestorKind }) {
  const { username } = user
  switch (kind) {
    case 'anonymous':
      return null
    case 'node':
      return (
        <TextRow
          label="Node"
          value={nodeNameOf(user)}
          onChange={(name) => change('node', withNodeName(user, name))}
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
            onChange={(namespace) => change('namespace', withAccount(user, { ...account, namespace }))}
          />
          <TextRow
            label="Service account"
            value={account.name}
            onChange={(name) => change('service account', withAccount(user, { ...account, name }))}
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
      return <Username user={user} change={change} />
  }
}

function Username({ user, change }: PartProps) {
  return (
    <TextRow
      label="Username"
      value={user.username}
      onChange={(username) => change('username', { ...user, username })}
      problem={
        user.username === ''
          ? 'Every requestor has a name. A client that did not log in is system:anonymous.'
          : undefined
      }
    />
  )
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
function Rest({ kind, user, change }: PartProps & { readonly kind: RequestorKind }) {
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
      {kind !== 'user' && kind !== 'masters' && <Username user={user} change={change} />}
      <TextRow label="uid" value={uid} onChange={(value) => change('uid', withUid(user, value))} />
      <FormRow label="Groups">
        <Rows
          noun="group"
          cells={['']}
          rows={groups.map((group) => [group])}
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
