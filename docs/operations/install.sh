#!/bin/sh
# Installs what "causeway init" has written, and the units, for the roles of this machine. Run it as root:
#   sh /opt/causeway/operations/install.sh installation                  all roles
#   sh /opt/causeway/operations/install.sh installation signer worker    these roles
# It never replaces a key or its password. It can run again after a change of the configuration, and keeps the settings that were
# added to the environment files.
set -eu
from="${1:?"name the folder that causeway init has written"}"
shift
roles="${*:-signer worker api web}"
units="$(cd "$(dirname "$0")" && pwd)"

install -d /etc/sysusers.d /usr/local/bin
install -m 644 "$units/causeway.sysusers.conf" /etc/sysusers.d/causeway.conf
systemd-sysusers causeway.conf
# Only root enters these folders. systemd gives each process its copies, and starts no process whose folder is missing.
install -d -m 700 /etc/causeway /etc/causeway/secrets /etc/causeway/signer-secrets
install -m 755 "$units/causeway" /usr/local/bin/causeway

# Copies the secret URLs: one folder for the service, one for the signer.
copy_secrets() {
  for file in "$from/$1"/*; do
    if [ -f "$file" ]; then install -m 600 "$file" "/etc/causeway/$1"; fi
  done
}

# Installs an environment file, and keeps what an operator added to the old one, such as CAUSEWAY_SIGNER_URL.
install_env() {
  (
    umask 077
    cat "$1" >"$2.new"
    if [ -e "$2" ]; then
      while IFS= read -r line || [ -n "$line" ]; do
        grep -q "^${line%%=*}=" "$1" || printf '%s\n' "$line"
      done <"$2" >>"$2.new"
    fi
  )
  mv "$2.new" "$2"
}

for role in $roles; do
  case "$role" in
    signer)
      install -m 600 "$from/policy.json" /etc/causeway
      copy_secrets signer-secrets
      install -d -m 700 -o causeway-signer -g causeway-signer /var/lib/causeway-signer
      if [ ! -e /var/lib/causeway-signer/maker.json ]; then
        # Only together with its keystore: another password opens no key, and this one may be the only copy.
        install -m 600 "$from/keystore-password" /etc/causeway
        install -m 600 -o causeway-signer -g causeway-signer "$from/maker.json" /var/lib/causeway-signer/maker.json
      fi
      ;;
    worker)
      install -m 600 "$from/worker.json" /etc/causeway
      for file in worker.env operator.env migrate.env; do install_env "$from/$file" "/etc/causeway/$file"; done
      copy_secrets secrets
      ;;
    api)
      install -m 600 "$from/api.json" /etc/causeway
      install_env "$from/api.env" /etc/causeway/api.env
      copy_secrets secrets
      ;;
    web) install -m 600 "$from/web.json" /etc/causeway ;;
    *)
      echo "$role is no role: signer, worker, api or web" >&2
      exit 2
      ;;
  esac
  install -m 644 "$units/causeway-$role.service" /etc/systemd/system/
done
systemctl daemon-reload

started=""
for role in $roles; do started="$started causeway-$role"; done
echo "Installed:$started. Next: systemctl enable --now$started"
