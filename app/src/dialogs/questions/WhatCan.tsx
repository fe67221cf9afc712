import { shortened } from '@authz-playground/pictures'
import { choose, useChoices, usePlayground, workerApi } from '../../session/index.ts'
import { Code, Select, Words } from '../../ui/index.ts'
import type { AccessListView, Nobody, TypedSubject } from '../../worker/index.ts'
import { AccessMatrix } from './AccessMatrix.tsx'
import { OfferedField } from './Offered.tsx'
import { PolicyAnswered } from './PolicyAnswered.tsx'
import styles from './Questions.module.css'
import { Remarks } from './Remarks.tsx'
import { RightsTable } from './RightsTable.tsx'
import { SubjectFields } from './SubjectFields.tsx'
import { chosenSubject, typedGroups } from './subject-choices.ts'
import { useAskable, usePolicyQuestion } from './usePolicyQuestion.ts'

const SHOWN = [
  { value: 'table', title: 'a table' },
  { value: 'list', title: 'what kubectl auth can-i --list prints' },
  { value: 'matrix', title: 'a matrix of all subjects' },
] as const

/** What somebody may do, in a namespace or everywhere; or what all subjects may. */
export function WhatCan() {
  const choices = useChoices('asks/what')
  const requestor = usePlayground((now) => now.scenario.requestor)
  const { namespaces } = useAskable()
  const subject = chosenSubject(choices, requestor)
  const { namespace = '' } = choices
  const show = SHOWN.find(({ value }) => value === choices.show)?.value ?? 'table'
  const set = (change: Parameters<typeof choose>[1]) => choose('asks/what', change)
  return (
    <>
      <div className={styles.fields}>
        {show !== 'matrix' && (
          <SubjectFields
            label="Subject"
            word={subject.word}
            groups={typedGroups(choices.with, subject)}
            onWord={(of) => set({ of, with: choices.of === undefined ? undefined : choices.with })}
            onGroups={(groups) => set({ of: subject.word, with: groups })}
          />
        )}
        <OfferedField
          label="Namespace"
          value={namespace}
          offered={namespaces}
          placeholder={show === 'list' ? 'default' : 'everywhere'}
          onChange={(next) => set({ namespace: next === '' ? undefined : next })}
        />
        <div className={styles.wide}>
          <Select
            label="Shown as"
            value={show}
            options={SHOWN}
            onChange={(next) => set({ show: next === 'table' ? undefined : next })}
          />
        </div>
      </div>
      {show === 'table' && <Rights subject={subject} namespace={namespace} />}
      {show === 'list' && <AccessList subject={subject} namespace={namespace} />}
      {show === 'matrix' && <AccessMatrix key={namespace} namespace={namespace} />}
    </>
  )
}

interface OfSubjectProps {
  readonly subject: TypedSubject
  readonly namespace: string
}

function Rights({ subject, namespace }: OfSubjectProps) {
  const asked = usePolicyQuestion(JSON.stringify([subject, namespace]), () => workerApi().whatCan(subject, namespace))
  return (
    <PolicyAnswered asked={asked} lead={(view) => (view === 'nobody' ? <NoSubject /> : <Words of={view.lead} />)}>
      {(view) =>
        view !== 'nobody' && (
          <>
            <p className={styles.soft}>
              Groups: <code>{view.of.user.groups.map((group) => shortened(group)).join(', ')}</code>
            </p>
            <Remarks of={view.remarks} errors={view.can.errors} />
            <RightsTable view={view} asked={subject} />
          </>
        )
      }
    </PolicyAnswered>
  )
}

function AccessList({ subject, namespace }: OfSubjectProps) {
  const asked = usePolicyQuestion<AccessListView | Nobody>(JSON.stringify(['list', subject, namespace]), () =>
    workerApi().accessList(subject, namespace),
  )
  return (
    <PolicyAnswered asked={asked} lead={(list) => (list === 'nobody' ? <NoSubject /> : <Printed list={list} />)}>
      {(list) =>
        list !== 'nobody' && (
          <>
            {list.err !== '' && <Code text={list.err} label="Standard error" wrap />}
            <Code text={list.out} label={`kubectl auth can-i --list -n ${list.namespace}`} copy />
          </>
        )
      }
    </PolicyAnswered>
  )
}

function Printed({ list: { namespace } }: { readonly list: AccessListView }) {
  return (
    <>
      kubectl prints this for namespace <code>{shortened(namespace)}</code>.
    </>
  )
}

/** What to type. */
export function NoSubject() {
  return (
    <>
      No subject is named. Write a user, <code>Group/name</code>, or a service account as <code>namespace/name</code>.
    </>
  )
}
