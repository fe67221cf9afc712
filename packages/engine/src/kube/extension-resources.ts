/** Common resources of extensions, as lines of the table: from metrics-server and KubeVirt. */
export const EXTENSION_RESOURCES: readonly (readonly [apiGroup: string, lines: string])[] = [
  [
    'metrics.k8s.io',
    `
    nodes NodeMetrics - cluster v1beta1 get,list
    pods PodMetrics - namespaced v1beta1 get,list
    `,
  ],
  [
    'kubevirt.io',
    `
    virtualmachineinstances VirtualMachineInstance vmi,vmis namespaced v1 *
    virtualmachines VirtualMachine vm,vms namespaced v1 * status
    `,
  ],
  [
    'subresources.kubevirt.io',
    `
    virtualmachineinstances VirtualMachineInstance - namespaced v1 - console:get vnc:get portforward:get pause:update unpause:update
    virtualmachines VirtualMachine - namespaced v1 - console:get vnc:get portforward:get start:update stop:update restart:update
    `,
  ],
]
