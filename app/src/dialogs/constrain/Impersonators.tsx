import { plainText } from '@authz-playground/engine'
import type { ImpersonatorRow } from '@authz-playground/engine/internal/answers'
import { counted } from '@authz-playground/pictures'
import { useId } from 'react'
import { classes, Icon, LinkButton, Words } from '../../ui/index.ts'
import styles from './Constrain.module.css'
import { useConstrainChoices } from './choices.ts'
import { ImpersonatorRequests } from './ImpersonatorRequests.tsx'
import type { AskedPlan } from './usePlan.ts'

/** Everybody who may use the legacy verb, or did: what each holds, used and needs. */
export function Impersonators({ of }: { readonly of: AskedPlan }) {
  const { plan, current } = of
  const chosen = useConstrainChoices((now) => now.open)
  if (plan === undefined) return <p role="status">The rules are being made …</p>
  const { impersonators } = plan
  if (impersonators.length === 0)
    return (
      <p>
        No rule of the policy grants the verb <code>impersonate</code>, and no request impersonates anybody.
      </p>
    )
  const open = chosen ?? impersonators[0]?.key
  return (
    <table
      className={classes(styles.table, !current && styles.outdated)}
      aria-label="Impersonators"
      aria-busy={!current}
    >
      <thead>
        <tr>
          <th scope="col">Impersonator</th>
          <th scope="col">May be, by the legacy verb</th>
          <th scope="col">Used</th>
          <th scope="col">Needs</th>
          <th scope="col">Cannot go over</th>
        </tr>
      </thead>
      {impersonators.map((one) => (
        <Row key={one.key} one={one} open={one.key === open} of={of} />
      ))}
    </table>
  )
}

function Row({ one, open, of }: { readonly one: ImpersonatorRow; readonly open: boolean; readonly of: AskedPlan }) {
  const { key, who, targets, used, modes, roles, rules, verdicts, left } = one
  const id = useId()
  return (
    <tbody>
      <tr>
        <th scope="row">
          <LinkButton
            className={styles.fold}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => useConstrainChoices.setState({ open: open ? '' : key })}
          >
            <Icon name={open ? 'down' : 'next'} />
            <span>
              <Words of={who} />
            </span>
          </LinkButton>
        </th>
        <td data-column="May be">
          <span>{targets.length === 0 ? '–' : <Words of={targets} />}</span>
        </td>
        <td data-column="Used">
          <span>{used === '' ? 'nothing' : used}</span>
        </td>
        <td data-column="Needs">
          <span>
            {modes.length === 0 ? (
              'no new rule'
            ) : (
              <>
                <Words of={modes.flatMap((mode, at) => [...(at === 0 ? [] : [', ']), { code: mode }])} />
                {roles > 0 && `: ${counted(rules, 'rule')} in ${counted(roles, 'role')}`}
              </>
            )}
          </span>
        </td>
        <td data-column="Cannot">
          <span>{cannotInWords(verdicts, left !== undefined)}</span>
        </td>
      </tr>
      {open && (
        <tr className={styles.further}>
          <td colSpan={5} id={id} className={styles.details}>
            <section aria-label={`About ${plainText(who)}`}>
              <ImpersonatorRequests one={one} of={of} />
            </section>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function cannotInWords({ stays, differs }: ImpersonatorRow['verdicts'], left: boolean): string {
  const parts = [
    ...(stays > 0 ? [counted(stays, 'request')] : []),
    ...(differs > 0 ? [`${counted(differs, 'request')} not explained by this policy`] : []),
    ...(left ? ['rights that stay'] : []),
  ]
  return parts.length === 0 ? 'nothing' : parts.join('; ')
}
