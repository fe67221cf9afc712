import { type Binding, roleNamed } from '../kube/index.ts'
import { isDefaultRole } from '../policy/index.ts'
import { type Rights, subjectsIn } from '../rights/index.ts'

/**
 * The bindings whose role was not read: it is in no text, and kube-apiserver does not create it. What they grant is unknown.
 *
 * @param knowsDefaults whether the roles that kube-apiserver creates are known, be it that the settings say that none is there
 */
export function unreadBindings(rights: Rights, knowsDefaults: boolean): readonly Binding[] {
  return rights.bindings.filter(
    (binding) =>
      rights.roleOf(binding) === undefined &&
      !(knowsDefaults && isDefaultRole(roleNamed(binding))) &&
      subjectsIn(binding).length > 0,
  )
}
