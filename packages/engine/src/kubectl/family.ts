/** Commands of kubectl that are read by code of their own, so that a page can load one family of them alone. */
export type KubectlFamily = 'looking' | 'changing' | 'computing' | 'connecting' | 'creating' | 'granting' | 'starting'

/** Which family a word behind `kubectl` begins, and two words of `rollout` and `create`; other ones of `create` create. */
const FAMILIES: Readonly<Record<string, KubectlFamily>> = {
  ...each('looking', 'api-resources api-versions cluster-info describe events explain get top version wait'),
  ...each('looking', 'rollout-status rollout-history'),
  ...each('changing', 'annotate apply certificate cordon delete drain label patch replace scale uncordon'),
  ...each('computing', 'edit rollout-pause rollout-restart rollout-resume rollout-undo set taint'),
  ...each('connecting', 'attach cp exec logs port-forward'),
  ...each('granting', 'create-role create-clusterrole create-rolebinding create-clusterrolebinding'),
  ...each('starting', 'auth autoscale debug expose run'),
}

function each(family: KubectlFamily, commands: string): Readonly<Record<string, KubectlFamily>> {
  return Object.fromEntries(commands.split(' ').map((command) => [command, family]))
}

/** A line that goes on in the next one is one line. */
const BLANK = '(?:[ \\t]|\\\\\\r?\\n)'
const QUOTED = `'[^']*'|"[^"\\\\$\`]*"`
/** Flags that often stand before the command, each with a value that no shell would change. */
const FLAG = `(?:--(?:as(?:-group|-uid|-user-extra)?|namespace|context)(?:=|${BLANK}+)|-n(?:=|${BLANK}*))(?:[\\w:.@/=-]+|${QUOTED})`
const COMMAND = new RegExp(
  `^\\s*kubectl(?:${BLANK}+${FLAG})*${BLANK}+((?:rollout|create)${BLANK}+[a-z]+|[a-z-]+)(?=\\s|$)`,
)

/** The family of a command line at a glance; undefined where a glance does not tell, and every one may be needed. */
export function kubectlFamily(text: string): KubectlFamily | undefined {
  const command = COMMAND.exec(text)?.[1]?.replace(/[^a-z-]+/, '-') ?? ''
  if (Object.hasOwn(FAMILIES, command)) return FAMILIES[command]
  return command.startsWith('create-') ? 'creating' : undefined
}
