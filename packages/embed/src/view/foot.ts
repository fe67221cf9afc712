import { html, words } from './dom.ts'
import type { Actions, ViewPart } from './view.ts'

/** What the answer rests on beside the texts, and the way to the playground with all of it. */
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

  /** Made when somebody is about to follow it: compressing is not for everybody who reads. */
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
    update({ answer, settings, home }) {
      open.hidden = home === undefined
      if (answer === shown && settings.design === undefined) return
      shown = answer
      address = undefined
      // Somewhere to go for whoever follows it without coming near it first.
      if (home !== undefined) open.href = home
      const { version, authorizationModes, defaultRoles, constrainedImpersonation: gate } = answer.scenario.cluster
      cluster.replaceChildren(
        ...words([
          `${answer.design.title}. Kubernetes ${version}, `,
          { code: authorizationModes.join() },
          ...(defaultRoles ? [', default roles'] : []),
          ...(gate === undefined ? [] : [', ', { code: 'ConstrainedImpersonation' }, gate ? ' on' : ' off']),
          '.',
        ]),
      )
    },
  }
}
