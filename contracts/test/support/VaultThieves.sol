// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../../src/CausewayVault.sol";
import {ICausewayVaultOwner} from "../../src/interfaces/ICausewayVaultOwner.sol";
import {Test} from "./Test.sol";

/// @dev A vault of which one key is stolen. The fuzzer is the thief, and calls everything that the stolen key can, at any time. The
/// honest side acts before half of a delay has passed, as the runbook tells it to.
abstract contract VaultThief is Test {
    uint256 public constant DELAY = 3 hours;
    uint256 public constant FUNDS = 1_000_000;
    uint112 internal constant CAP = 10_000;

    address public immutable owner = account("owner");
    address public immutable guardian = account("guardian");
    address public immutable payer = account("payer");
    address public immutable treasury = account("treasury");
    address public immutable newOwner = account("new owner");
    address public immutable newGuardian = account("new guardian");
    address public immutable newPayer = account("new payer");
    address internal immutable thief = account("thief");
    uint256 public immutable theft;
    CausewayVault public immutable vault;

    constructor() {
        vm.warp(1_800_000_000);
        theft = block.timestamp;
        address[] memory payers = new address[](1);
        payers[0] = payer;
        ICausewayVaultOwner.TokenCap[] memory caps = new ICausewayVaultOwner.TokenCap[](1);
        caps[0] = ICausewayVaultOwner.TokenCap(address(0), CAP, CAP);
        vault = new CausewayVault(owner, guardian, payers, DELAY, 1 hours, caps);
        vm.deal(address(vault), FUNDS);
    }

    /// @dev Any call of the thief. A call that the vault refuses changes nothing.
    function attack(uint256 seed) public virtual;

    function wait(uint256 time) external {
        time = block.timestamp + within(time, 1, DELAY / 2);
        if (time >= theft + 2 * DELAY) return;
        vm.warp(time);
        _defend(time);
    }

    function _defend(uint256 seed) internal virtual;

    function tryCall(address caller, bytes memory data) public returns (bool done) {
        vm.prank(caller);
        (done,) = address(vault).call(data);
    }

    /// @dev Few different actions, so that the thief often meets one again.
    function anyAction(uint256 seed) public view returns (bytes memory) {
        address[5] memory accounts = [thief, newOwner, newGuardian, newPayer, treasury];
        address who = accounts[(seed >> 8) % 5];
        uint256 kind = seed % 5;
        if (kind == 0) return abi.encodeCall(vault.withdraw, (address(0), who, (seed >> 16) % 2 == 0 ? FUNDS : 1));
        if (kind == 1) return abi.encodeCall(vault.setCap, (address(0), CAP * 2, CAP * 2));
        if (kind == 2) return abi.encodeCall(vault.addPayer, (who));
        if (kind == 3) return abi.encodeCall(vault.setOwner, (who));
        return abi.encodeCall(vault.setGuardian, (who));
    }

    function hash(uint256 input) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(input)));
    }
}

contract OwnerThief is VaultThief {
    function attack(uint256 input) public override {
        uint256 seed = hash(input);
        bytes memory action = anyAction(seed >> 32);
        bytes[8] memory calls = [
            abi.encodeCall(vault.schedule, (action)),
            abi.encodeCall(vault.schedule, (action)),
            abi.encodeCall(vault.execute, (action)),
            abi.encodeCall(vault.cancel, (action)),
            abi.encodeCall(vault.lowerCap, (address(0), 0, 0)),
            abi.encodeCall(vault.removePayer, (seed % 2 == 0 ? payer : newPayer)),
            abi.encodeCall(vault.pause, ()),
            abi.encodeCall(vault.unpause, ())
        ];
        tryCall(owner, calls[(seed >> 8) % 8]);
        tryCall(thief, abi.encodeCall(vault.execute, (action)));
    }

    function _defend(uint256) internal override {
        vm.prank(guardian);
        vault.cancelAll();
    }

    /// @dev The thief acts between all steps, also right before and after.
    function rescue(uint256 seed) external {
        bytes memory takeOver = abi.encodeCall(vault.setOwner, (newOwner));
        _attackOften(seed);
        vm.prank(guardian);
        vault.approve(takeOver);
        _attackOften(seed + 1);
        // It fails if the thief has scheduled the same, which serves as well.
        tryCall(owner, abi.encodeCall(vault.schedule, (takeOver)));
        _attackOften(seed + 2);
        vm.prank(newOwner);
        vault.execute(takeOver);
        _attackOften(seed + 3);
        tryCall(newOwner, abi.encodeCall(vault.unpause, ()));
        _sign(abi.encodeCall(vault.addPayer, (newPayer)));
        _sign(abi.encodeCall(vault.setCap, (address(0), CAP, CAP)));
        _attackOften(seed + 4);
    }

    function _attackOften(uint256 seed) private {
        for (uint256 i; i < 8; ++i) {
            attack(hash(seed) + i);
        }
    }

    function _sign(bytes memory action) private {
        vm.prank(guardian);
        vault.approve(action);
        vm.prank(newOwner);
        vault.schedule(action);
        vm.prank(newOwner);
        vault.execute(action);
    }
}

contract GuardianThief is VaultThief {
    bytes public replacement = abi.encodeCall(vault.setGuardian, (newGuardian));

    constructor() {
        vm.prank(owner);
        vault.schedule(replacement);
    }

    function attack(uint256 input) public override {
        uint256 seed = hash(input);
        bytes memory action = seed % 4 == 0 ? replacement : anyAction(seed >> 32);
        bytes[6] memory calls = [
            abi.encodeCall(vault.cancel, (action)),
            abi.encodeCall(vault.approve, (action)),
            abi.encodeCall(vault.schedule, (action)),
            abi.encodeCall(vault.execute, (action)),
            abi.encodeCall(vault.cancelAll, ()),
            abi.encodeCall(vault.pause, ())
        ];
        tryCall(guardian, calls[(seed >> 8) % 6]);
        tryCall(thief, abi.encodeCall(vault.execute, (action)));
    }

    /// @dev The owner goes on with its work: it sweeps, and lets the vault pay.
    function _defend(uint256 seed) internal override {
        bytes memory sweep = abi.encodeCall(vault.withdraw, (address(0), treasury, 1));
        tryCall(owner, abi.encodeCall(seed % 2 == 0 ? vault.schedule : vault.execute, (sweep)));
        vm.prank(owner);
        vault.unpause();
    }

    function rescue(uint256 seed) external {
        vm.warp(theft + 2 * DELAY);
        for (uint256 i; i < 8; ++i) {
            attack(hash(seed) + i);
        }
        if (vault.guardian() == guardian) {
            vm.prank(owner);
            vault.execute(replacement);
        }
        for (uint256 i; i < 8; ++i) {
            attack(hash(seed + 1) + i);
        }
        vm.prank(owner);
        vault.unpause();
        for (uint256 i; i < 8; ++i) {
            attack(hash(seed + 2) + i);
        }
    }
}
