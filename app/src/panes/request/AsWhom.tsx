import type { ImpersonationFields } from '@authz-playground/engine'
import { useId, useMemo } from 'react'
import { playground } from '../../session/index.ts'
import { Term } from '../../ui/index.ts'
import { ComboRow } from './ComboRow.tsx'
import styles from './FieldsForm.module.css'
import { Below, FormRow } from './FormRow.tsx'
import type { FormRows } from './form-rows.ts'
import type { RequestPart } from './pointing.ts'
import { type Cells, Rows } from './Rows.tsx'
import { SelectRow } from './SelectRow.tsx'
import { offeredGroups, usernameChoices, useSubjects } from './subjects.ts'
import { TextRow } from './TextRow.tsx'
import { quickTarget, TARGET_KINDS, targetKindOf } from './targets.ts'

interface AsWhomProps {
  readonly impersonate: ImpersonationFields
  readonly rows: FormRows
}

/** The user to impersonate: the `Impersonate-*` headers. */
export function AsWhom({ impersonate, rows }: AsWhomProps) {
  const username = rows.value('username', impersonate.username)
  const uid = rows.value('uid', impersonate.uid)
  const groups = rows.value('groups', impersonate.groups)
  const extra = rows.value('extra', impersonate.extra)
  const groupRows = useMemo(() => groups.map((group): Cells => [group]), [groups])
  const extraRows = useMemo(() => extra.map(({ key, value }): Cells => [key, value]), [extra])
  const subjects = useSubjects()
  const { readOnly, row, change, refusedOf } = rows
  const id = useId()
  const elsewhere = 'All of them can be edited as HTTP.'

  const groupAt = (index: number): RequestPart => ({ kind: 'group', name: groups[index] ?? '' })
  const extraAt = (index: number): RequestPart => ({ kind: 'extra', key: '', value: '', ...extra[index] })

  return (
    <section className={styles.whom} aria-label="As whom">
      <SelectRow
        {...row('username', { kind: 'username' })}
        name="As whom"
        label={<Term name="wanted user">As whom</Term>}
        value={targetKindOf({ username, uid, groups, extra })}
        options={TARGET_KINDS}
        readOnly={readOnly}
        onChange={(kind) => change('username', quickTarget(kind, playground.getState().scenario.requestor))}
      />
      <ComboRow
        {...row('username', { kind: 'username' })}
        label={<code>Impersonate-User</code>}
        value={username}
        choices={usernameChoices(subjects.all)}
        onWanted={subjects.load}
        onChoose={({ value }) => change('username', { username: value })}
        readOnly={readOnly}
        problem={refusedOf('username')}
        onChange={(value) => change('username', { username: value })}
      />
      <TextRow
        {...row('uid', { kind: 'uid' })}
        label={<code>Impersonate-Uid</code>}
        value={uid}
        readOnly={readOnly}
        problem={refusedOf('uid')}
        onChange={(value) => change('uid', { uid: value })}
      />
      <FormRow label={<code>Impersonate-Group</code>} onHold={(held) => rows.hold(held ? 'groups' : undefined)}>
        <Rows
          noun="group"
          cells={['']}
          rows={groupRows}
          offered={offeredGroups(subjects.all)}
          onWanted={subjects.load}
          readOnly={readOnly}
          onChange={(next) => change('groups', { groups: next.map(([group = '']) => group) })}
          isHighlighted={(index) => rows.isHighlighted(groupAt(index))}
          onPoint={(index) => rows.point(index === undefined ? undefined : groupAt(index))}
          elsewhere={elsewhere}
        />
        <Below id={`${id}-groups`} problem={refusedOf('groups')} />
      </FormRow>
      <FormRow label={<code>Impersonate-Extra</code>} onHold={(held) => rows.hold(held ? 'extra' : undefined)}>
        <Rows
          noun="extra"
          cells={['key', 'value']}
          rows={extraRows}
          readOnly={readOnly}
          onChange={(next) => change('extra', { extra: next.map(([key = '', value = '']) => ({ key, value })) })}
          isHighlighted={(index) => rows.isHighlighted(extraAt(index))}
          onPoint={(index) => rows.point(index === undefined ? undefined : extraAt(index))}
          elsewhere={elsewhere}
        />
        <Below id={`${id}-extra`} problem={refusedOf('extra')} />
      </FormRow>
    </section>
  )
}
