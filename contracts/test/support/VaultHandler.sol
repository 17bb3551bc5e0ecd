// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../../src/CausewayVault.sol";
import {ICausewayVault} from "../../src/interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../../src/interfaces/ICausewayVaultOwner.sol";
import {TestTetherToken} from "../../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";
import {GasBurner, ReentrantAccount, Refuser} from "./Recipients.sol";
import {Test, Vm} from "./Test.sol";
import {FeeToken, HookToken, NoTransferToken, SenderFeeToken} from "./Tokens.sol";

/// @dev Calls a vault at random, as every kind of account and at any time, and keeps its own log of the `Paid` events.
/// A reentrant payer pays odd amounts inside the payments it receives.
contract VaultHandler is Test {
    uint256 public constant IDS = 48;
    uint256 public constant FUNDS = 1_000_000;
    uint256 public constant WINDOW = 1 hours;
    uint256 public constant DELAY = 3 hours;

    struct Entry {
        address token;
        uint256 amount;
        uint256 time;
        uint256 cap;
    }

    CausewayVault public immutable vault;
    TestToken[] public tokens;
    address[] public accounts;
    Entry[] public log;
    mapping(bytes32 id => uint256) public timesPaid;
    mapping(address token => uint256) public paidOut;
    mapping(address token => mapping(address to => uint256)) public received;
    uint256 public refusedCount;

    address public immutable owner = account("owner");
    address public immutable guardian = account("guardian");
    ReentrantAccount private _reentrant = new ReentrantAccount();
    bytes[] private _actions;
    mapping(bytes32 actionHash => uint256) private _scheduledAt;

    constructor() {
        vm.warp(1_800_000_000);
        tokens.push(TestToken(address(0)));
        tokens.push(new TestToken("USD Coin", "USDC", 6));
        tokens.push(TestToken(address(new TestTetherToken("Tether", "USDT", 6))));
        tokens.push(TestToken(address(new HookToken())));
        tokens.push(new FeeToken());
        tokens.push(new NoTransferToken());
        tokens.push(new SenderFeeToken());

        accounts = [account("payer 0"), account("payer 1"), address(_reentrant), account("recipient")];
        accounts.push(account("blacklisted"));
        accounts.push(address(new Refuser()));
        accounts.push(address(new GasBurner()));
        TestTetherToken(address(tokens[2])).setBlacklisted(accounts[4], true);

        address[] memory payers = new address[](3);
        (payers[0], payers[1], payers[2]) = (accounts[0], accounts[1], accounts[2]);
        ICausewayVaultOwner.TokenCap[] memory caps = new ICausewayVaultOwner.TokenCap[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            caps[i] = ICausewayVaultOwner.TokenCap(address(tokens[i]), 10_000, 30_000);
        }
        vault = new CausewayVault(owner, guardian, payers, DELAY, WINDOW, caps);
        vm.deal(address(vault), FUNDS);
        for (uint256 i = 1; i < tokens.length; ++i) {
            tokens[i].mint(address(vault), FUNDS);
        }
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + within(time, 1, WINDOW));
    }

    function pay(uint256 who, uint256 seed) public {
        ICausewayVault.Payment memory payment = _payment(seed, 0);
        vm.recordLogs();
        vm.prank(accounts[who % accounts.length]);
        try vault.pay(payment.id, payment.token, payment.to, payment.amount) {
            vm.assertEq(who % accounts.length <= 2, true, "only payers pay");
            vm.assertEq(_recordEvents(true), 1, "one event for a payment");
        } catch {
            _recordEvents(false);
            ++refusedCount;
        }
    }

    function payBatch(uint256 who, uint256 count, uint256 seed) public {
        ICausewayVault.Payment[] memory payments = new ICausewayVault.Payment[](count % 8);
        for (uint256 i; i < payments.length; ++i) {
            payments[i] = _payment(uint256(keccak256(abi.encode(seed, i))), 0);
        }
        vm.recordLogs();
        vm.prank(accounts[who % 3]);
        try vault.payBatch(payments) returns (bool[] memory paid) {
            uint256 count_;
            for (uint256 i; i < paid.length; ++i) {
                if (paid[i]) ++count_;
            }
            vm.assertEq(_recordEvents(true), count_, "one event for every payment reported");
        } catch {
            vm.assertEq(vault.paused() || !vault.isPayer(accounts[who % 3]), true, "a batch reverted");
            _recordEvents(false);
        }
    }

    function planReentrantCall(uint256 seed) external {
        ICausewayVault.Payment memory payment = _payment(seed, 1);
        _reentrant.plan(
            ReentrantAccount.Moment.AfterReceiving,
            address(vault),
            0,
            abi.encodeCall(vault.pay, (payment.id, payment.token, payment.to, payment.amount))
        );
    }

    /// @dev The owner lowers a cap, schedules a higher one, executes one, or pauses and unpauses.
    function control(uint256 what, uint256 token, uint112 cap) external {
        address asset = address(tokens[token % tokens.length]);
        cap = uint112(within(cap, 0, 40_000));
        what %= 4;
        if (what == 0) {
            vm.prank(owner);
            try vault.lowerCap(asset, cap / 2, cap) {} catch {}
        } else if (what == 1) {
            bytes memory action = abi.encodeCall(vault.setCap, (asset, cap / 2, cap));
            vm.prank(owner);
            try vault.schedule(action) {
                _actions.push(action);
                _scheduledAt[keccak256(action)] = block.timestamp;
            } catch {}
        } else if (what == 2 && _actions.length != 0) {
            bytes memory action = _actions[cap % _actions.length];
            vm.prank(owner);
            try vault.execute(action) {
                vm.assertGe(block.timestamp, _scheduledAt[keccak256(action)] + DELAY, "executed before its delay");
            } catch {}
        } else {
            vm.prank(guardian);
            vault.pause();
            pay(0, cap);
            vm.prank(owner);
            vault.unpause();
        }
    }

    /// @dev No account but the owner moves money or changes a limit, whatever it calls.
    function attack(uint256 who, uint256 what, uint256 token) external {
        address[8] memory attackers;
        for (uint256 i; i < 7; ++i) {
            attackers[i] = accounts[i];
        }
        attackers[7] = guardian;
        address asset = address(tokens[token % tokens.length]);
        address attacker = attackers[who % 8];
        bytes memory take = abi.encodeCall(vault.withdraw, (asset, attacker, 1));
        bytes[8] memory calls = [
            take,
            abi.encodeCall(vault.schedule, (take)),
            abi.encodeCall(vault.execute, (_actions.length == 0 ? take : _actions[token % _actions.length])),
            abi.encodeCall(vault.setCap, (asset, 1, 1)),
            abi.encodeCall(vault.addPayer, (attacker)),
            abi.encodeCall(vault.lowerCap, (asset, 0, 0)),
            abi.encodeCall(vault.removePayer, (accounts[0])),
            abi.encodeCall(vault.unpause, ())
        ];
        vm.prank(attacker);
        (bool done,) = address(vault).call(calls[what % 8]);
        vm.assertEq(done, false, "an attack succeeded");
    }

    function balance(uint256 token, address holder) external view returns (uint256) {
        return token == 0 ? holder.balance : tokens[token].balanceOf(holder);
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function logLength() external view returns (uint256) {
        return log.length;
    }

    /// @dev Hashes the input, because the fuzzer prefers small numbers, which would all give the same payment.
    function _payment(uint256 input, uint256 oddity) private view returns (ICausewayVault.Payment memory) {
        uint256 seed = uint256(keccak256(abi.encode(input)));
        return ICausewayVault.Payment({
            id: bytes32(seed % IDS),
            token: address(tokens[(seed >> 8) % tokens.length]),
            to: accounts[(seed >> 16) % accounts.length],
            amount: (seed >> 24) % 6_000 * 2 + oddity
        });
    }

    /// @dev forge also records the logs of reverted calls. Odd amounts belong to the reentrant payer.
    function _recordEvents(bool done) private returns (uint256 own) {
        bool reentered = done && _reentrant.reacted() && _reentrant.succeeded();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(vault) || logs[i].topics[0] != ICausewayVault.Paid.selector) continue;
            (address token, uint256 amount) = abi.decode(logs[i].data, (address, uint256));
            if (!done || (amount % 2 == 1 && !reentered)) continue;
            if (amount % 2 == 0) ++own;
            else reentered = false;
            ++timesPaid[logs[i].topics[2]];
            paidOut[token] += amount;
            received[token][address(uint160(uint256(logs[i].topics[3])))] += amount;
            log.push(Entry(token, amount, block.timestamp, vault.capOf(token).perWindow));
        }
    }
}
