/** Commands of kubectl that are read by code of their own, so that a page can load one family of them alone. */
export type KubectlFamily = 'looking' | 'changing' | 'connecting' | 'creating'

/** Which family a word behind `kubectl` begins. `rollout` begins two, and is none of them. */
const FAMILIES: Readonly<Record<string, KubectlFamily>> = {
  ...each('looking', 'api-resources api-versions cluster-info describe events explain get top version wait'),
  ...each(
    'changing',
    'annotate apply certificate cordon delete drain edit label patch replace scale set taint uncordon',
  ),
  ...each('connecting', 'attach cp exec logs port-forward'),
  ...each('creating', 'auth autoscale create debug expose run'),
}

function each(family: KubectlFamily, commands: string): Readonly<Record<string, KubectlFamily>> {
  return Object.fromEntries(commands.split(' ').map((command) => [command, family]))
}

/** The family of a command line at a glance; undefined where a glance does not tell, and every one may be needed. */
export function kubectlFamily(text: string): KubectlFamily | undefined {
  const command = /^\s*kubectl\s+([a-z-]+)(?=\s|$)/.exec(text)?.[1] ?? ''
  return Object.hasOwn(FAMILIES, command) ? FAMILIES[command] : undefined
}
