// A plugin for qemu-user that counts the instructions that a program executes:
//
//     cc -shared -fPIC -O2 -o instructions.so benches/instructions.c
//     qemu-aarch64 -plugin ./instructions.so cubesolve solve --json --all --threads 1 "R U F2 L D2 B R2 U F L2 D B R2 U F' D2"
//
// The difference between two cubes, divided by that of their probes, is the cost of a probe.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

// what is used of qemu's plugin interface (version 1), whose header Debian does not ship
struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*callback)(uint64_t, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int add, void *to, uint64_t number);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*callback)(uint64_t, void *), void *data);

int qemu_plugin_version = 1;
static uint64_t executed;

static void translated(uint64_t id, struct qemu_plugin_tb *tb) {
    qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &executed, qemu_plugin_tb_n_insns(tb));
}

static void ended(uint64_t id, void *data) {
    fprintf(stderr, "%" PRIu64 " instructions\n", executed);
}

int qemu_plugin_install(uint64_t id, const void *system, int count, char **arguments) {
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
