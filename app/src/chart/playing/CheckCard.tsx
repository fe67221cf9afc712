import type { Attributes, Check } from '@authz-playground/engine'
import { resourceName } from '@authz-playground/engine/internal/kube'
import { checkNumber, decidedByWords, questionOf, type Story, shortened } from '@authz-playground/pictures'
import type { ReactNode } from 'react'
import { CheckMark, Words } from '../../ui/index.ts'
import styles from './CheckCard.module.css'

interface CheckCardProps {
  readonly story: Story
  readonly step: number
  readonly check: Check
  /** The decision is shown. Until then its room is reserved. */
  readonly answered: boolean
  /** Shown below, instead of the fields of the review. */
  readonly children?: ReactNode
}

/** A check: its question, its review, and its decision once there is one. */
export function CheckCard({ story, step, check, answered, children }: CheckCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.number}>{checkNumber(story, step)}</p>
      <p className={styles.question}>
        <Words of={questionOf(story, step)} />
      </p>
      {children === undefined && (
        <dl className={styles.review}>
          {essentials(check.attributes).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{shortened(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.decision} data-answered={answered}>
        <CheckMark of={check} withWord />{' '}
        <span className={styles.because}>
          <Words of={decidedByWords(check)} />
        </span>
      </p>
      {children}
    </div>
  )
}

/** The fields that distinguish one review from the next. The timeline shows all fields. */
function essentials(attributes: Attributes): readonly { readonly name: string; readonly value: string }[] {
  const { user, verb, namespace, name, path, isResourceRequest } = attributes
  const said = [
    { name: 'user', value: user.username },
    { name: 'verb', value: verb },
    ...(isResourceRequest
      ? [
          { name: 'resource', value: resourceName(attributes) },
          { name: 'namespace', value: namespace },
          { name: 'name', value: name },
        ]
      : [{ name: 'path', value: path }]),
  ]
  return said.filter(({ value }) => value !== '')
}
