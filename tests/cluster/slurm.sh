#!/bin/sh
# A map drawn by a real Slurm: the test starts its own munged, slurmctld and slurmd in a temporary
# folder, and runs the array of the example script and the job of the whole map that takes them over.
. "$(dirname "$0")/../cli/common.sh"
for program in munged slurmctld slurmd sbatch squeue sinfo; do
    command -v $program >/dev/null || skip "no $program: the packages slurm-wlm and munge bring it"
done
[ "$(id -u)" -eq 0 ] || skip 'slurmd must be started as root'
pick_tile

s=$work/slurm
mkdir -m 755 "$s" "$s/state" "$s/spool"
chmod 755 "$work"
# Ports that are probably free, and not those of an installed Slurm.
port=$((20000 + $$ % 20000))
host=$(hostname -s)
pids=
# shellcheck disable=SC2317 # called by the trap
stop_slurm() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null
    done
    for pid in $pids; do
        wait "$pid" 2>/dev/null
    done
    cleanup
}
trap stop_slurm EXIT
give_up() {
    wrong "$*"
    finish
}

head -c 1024 /dev/urandom >"$s/munge.key"
chmod 400 "$s/munge.key"
cat >"$s/slurm.conf" <<CONF
ClusterName=adtmaptest
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$s/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$s/state
SlurmdSpoolDir=$s/spool
SlurmctldPidFile=$s/slurmctld.pid
SlurmdPidFile=$s/slurmd.pid
SlurmctldLogFile=$s/slurmctld.log
SlurmdLogFile=$s/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,defer
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 RealMemory=4096
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$s/slurm.conf"

munged --foreground --force --socket="$s/munge.socket" --key-file="$s/munge.key" \
    --pid-file="$s/munged.pid" --seed-file="$s/munge.seed" --log-file="$s/munged.log" 2>/dev/null &
pids=$!
until [ -S "$s/munge.socket" ] || ! kill -0 "$pids" 2>/dev/null; do sleep 0.1; done
[ -S "$s/munge.socket" ] || give_up "munged does not start: $(tail -n 1 "$s/munged.log" 2>/dev/null)"
slurmctld -D -c >"$s/slurmctld.out" 2>&1 &
pids="$pids $!"
slurmd -D -c -N "$host" >"$s/slurmd.out" 2>&1 &
pids="$pids $!"
for _ in $(seq 9000); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 0.1
done
sinfo -h -o %T 2>/dev/null | grep -q idle ||
    give_up "slurmd does not come up: $(sinfo -h -N -o '%T %E' 2>&1; tail -n 3 "$s/slurmctld.log")"

# An array that does not begin at 0, whose tasks share one folder, and the job that waits for them.
export ADTMAP
sbatch=$(dirname "$0")/../../tools/cluster/adtmap.sbatch
id=$(sbatch --parsable --array=3-7:2 --cpus-per-task=1 --mem=0 --overcommit \
    --chdir="$work" --output="$work/task-%a.txt" "$sbatch" -d "$DEMO" -m "$map" -o "$work/slurm_out" -s 64 2>"$err")
[ -n "$id" ] || wrong 'sbatch takes no array'
timeout 3000 sbatch --wait --dependency="afterok:$id" --mem=0 --overcommit --chdir="$work" --output="$work/whole.txt" \
    --wrap "'$ADTMAP' render -d '$DEMO' -m $map -o '$work/slurm_out' -s 64 --stitch" >"$out" 2>>"$err" ||
    wrong "the job of the whole map fails: $(cat "$work"/task-*.txt "$work/whole.txt" 2>/dev/null)"
grep -q ': 0 tiles' "$work/whole.txt" || wrong 'the job of the whole map draws what shards have drawn'
runs 0 render -d "$DEMO" -m "$map" -o "$work/whole" -s 64 --stitch
same_tree "$work/whole" "$work/slurm_out"
finish
