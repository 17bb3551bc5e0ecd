// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayPayout} from "../../src/CausewayPayout.sol";
import {ICausewayPayout} from "../../src/interfaces/ICausewayPayout.sol";
import {TestTetherToken} from "../../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";
import {GasBurner, ReentrantAccount, Refuser} from "./Recipients.sol";
import {Test, Vm} from "./Test.sol";
import {FeeToken, HookToken, NoTransferToken} from "./Tokens.sol";

/// @dev Makes random payments and totals up their events. There are few ids, so most are paid again.
/// forge also records the logs of reverted calls. Even amounts belong to the handler's calls and count if the call
/// succeeded. Odd amounts belong to the reentrant account's calls and count if it reports success.
contract PayoutHandler is Test {
    uint256 public constant IDS = 12;
    uint256 public constant FUNDS = 1_000_000;
    uint256 public constant PAYERS = 4;

    CausewayPayout public immutable payout;
    TestToken[] public tokens;
    /// @dev First the funded payers, then the accounts that only receive.
    address[] public accounts;

    uint256 public paidCount;
    uint256 public refusedCount;
    mapping(address payer => mapping(bytes32 id => uint256)) public timesPaid;
    mapping(address token => mapping(address payer => uint256)) public paidBy;
    mapping(address token => mapping(address recipient => uint256)) public paidTo;

    ReentrantAccount private _reentrant = new ReentrantAccount();

    constructor(CausewayPayout payout_) {
        payout = payout_;
        tokens.push(TestToken(address(0)));
        tokens.push(new TestToken("USD Coin", "USDC", 6));
        tokens.push(TestToken(address(new TestTetherToken("Tether", "USDT", 6))));
        tokens.push(TestToken(address(new HookToken())));
        tokens.push(new FeeToken());
        tokens.push(new NoTransferToken());

        accounts = [account("payer 0"), account("payer 1"), account("payer 2"), address(_reentrant)];
        accounts.push(account("recipient"));
        accounts.push(account("blacklisted"));
        accounts.push(address(new Refuser()));
        accounts.push(address(new GasBurner()));
        TestTetherToken(address(tokens[2])).setBlacklisted(accounts[5], true);

        for (uint256 i; i < PAYERS; ++i) {
            vm.deal(accounts[i], FUNDS);
            for (uint256 j = 1; j < tokens.length; ++j) {
                tokens[j].mint(accounts[i], FUNDS);
                vm.prank(accounts[i]);
                TestTetherToken(address(tokens[j])).approve(address(payout), FUNDS);
            }
        }
    }

    function pay(uint256 payer, uint256 seed, uint256 wrongValue) external {
        address from = accounts[payer % PAYERS];
        ICausewayPayout.Payment memory payment = _payment(seed, 0);
        uint256 value = _valueOf(payment);
        if (wrongValue % 8 == 7) ++value;
        if (value > from.balance) return;

        vm.recordLogs();
        vm.prank(from);
        try payout.pay{value: value}(payment.id, payment.token, payment.to, payment.amount) {
            vm.assertEq(_recordEvents(true), 1, "one event for a payment");
        } catch {
            _recordEvents(false);
            ++refusedCount;
        }
    }

    function payBatch(uint256 payer, uint256 count, uint256 seed, uint256 wrongValue) external {
        address from = accounts[payer % PAYERS];
        ICausewayPayout.Payment[] memory payments = new ICausewayPayout.Payment[](count % 8);
        uint256 value;
        for (uint256 i; i < payments.length; ++i) {
            payments[i] = _payment(uint256(keccak256(abi.encode(seed, i))), 0);
            value += _valueOf(payments[i]);
        }
        if (wrongValue % 8 == 7) ++value;
        if (value > from.balance) return;

        vm.recordLogs();
        vm.prank(from);
        try payout.payBatch{value: value}(payments) returns (bool[] memory paid) {
            vm.assertEq(_recordEvents(true), _count(paid), "one event for every payment reported");
            refusedCount += paid.length - _count(paid);
        } catch {
            // Only the reentrant account can fail to accept the unspent part.
            vm.assertEq(wrongValue % 8 == 7 || from == address(_reentrant), true, "a batch reverted");
            _recordEvents(false);
            ++refusedCount;
        }
    }

    /// @dev Plans a call of the reentrant account during the next payment that it makes or receives.
    function planReentrantCall(bool whenSending, uint256 seed) external {
        ICausewayPayout.Payment memory payment = _payment(seed, 1);
        _reentrant.plan(
            whenSending ? ReentrantAccount.Moment.BeforeSending : ReentrantAccount.Moment.AfterReceiving,
            address(payout),
            _valueOf(payment),
            abi.encodeCall(payout.pay, (payment.id, payment.token, payment.to, payment.amount))
        );
    }

    function balance(uint256 token, address owner) external view returns (uint256) {
        return token == 0 ? owner.balance : tokens[token].balanceOf(owner);
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function _count(bool[] memory paid) private pure returns (uint256 count) {
        for (uint256 i; i < paid.length; ++i) {
            if (paid[i]) ++count;
        }
    }

    /// @dev Hashes the input, because the fuzzer prefers small numbers, which would all give the same payment.
    function _payment(uint256 input, uint256 oddity) private view returns (ICausewayPayout.Payment memory) {
        uint256 seed = uint256(keccak256(abi.encode(input)));
        return ICausewayPayout.Payment({
            id: bytes32(seed % IDS),
            token: address(tokens[(seed >> 8) % tokens.length]),
            to: accounts[(seed >> 16) % accounts.length],
            amount: (seed >> 24) % (FUNDS / 100) * 2 + oddity
        });
    }

    function _valueOf(ICausewayPayout.Payment memory payment) private pure returns (uint256) {
        return payment.token == address(0) ? payment.amount : 0;
    }

    function _recordEvents(bool done) private returns (uint256 own) {
        bool reentered = _reentrant.reacted() && _reentrant.succeeded();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(payout)) continue;
            vm.assertEq(logs[i].topics[0], ICausewayPayout.Paid.selector, "no other event");
            (address token, uint256 amount) = abi.decode(logs[i].data, (address, uint256));
            if (amount % 2 == 0) {
                if (!done) continue;
                ++own;
            } else {
                if (!reentered) continue;
                reentered = false;
            }
            _record(token, logs[i].topics, amount);
        }
    }

    function _record(address token, bytes32[] memory topics, uint256 amount) private {
        address payer = address(uint160(uint256(topics[1])));
        ++paidCount;
        ++timesPaid[payer][topics[2]];
        paidBy[token][payer] += amount;
        paidTo[token][address(uint160(uint256(topics[3])))] += amount;
    }
}
