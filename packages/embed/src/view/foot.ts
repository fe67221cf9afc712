import { chainInWords, gatesSet } from '@authz-playground/engine/internal/cluster'
import { html, words } from './dom.ts'
import type { Actions, ViewPart } from './view.ts'

/** The settings of the cluster and the design, and the link to the playground with the scenario. */
export function foot(actions: Actions): ViewPart {
  const cluster = html('p', { class: 'cluster', part: 'cluster' })
  const open = html(
    'a',
    { class: 'link', part: 'link', target: '_blank', rel: 'noopener', hidden: true },
    'Open in the playground',
  )
  const root = html('div', { class: 'foot' }, cluster, open)
  let shown: unknown
  let address: Promise<string | undefined> | undefined

  /** Makes the link when somebody points at it or focuses it, because compressing takes time. */
  async function make(): Promise<void> {
    address ??= actions.permalink()
    const known = await address
    if (known !== undefined) open.href = known
  }
  open.addEventListener('pointerenter', make)
  open.addEventListener('focus', make)
  open.addEventListener('pointerdown', make)

  return {
    root,
    update({ answer, settings: { design }, home }) {
      open.hidden = home === undefined
      if (answer === shown && design === undefined) return
      shown = answer
      address = undefined
      // The address until then, for a person who follows the link without pointing at it first.
      if (home !== undefined) open.href = home
      const { cluster: settings, authorizationConfig } = answer.scenario
      const { version, defaultRoles } = settings
      cluster.replaceChildren(
        ...words([
          `${answer.design.title}. Kubernetes ${version}, authorizers `,
          chainInWords(settings, authorizationConfig).join(', '),
          ...(defaultRoles ? [', default roles'] : []),
          ...gatesSet(settings).flatMap((gate) => [', ', { code: gate }]),
          '.',
        ]),
      )
    },
  }
}
